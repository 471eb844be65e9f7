// Driving and flying by hand: keys, buttons that do the same for a finger, and what the vehicle does.

import type { Description, Order, Status } from '../api/live';
import { h, icon, type IconName } from '../page/dom';
import { fixed, significant } from '../page/text';
import { attitudeOf, DRIVE_KEYS, driveOf, FLY_KEYS, HeldKeys, type Attitude } from './keys';
import { button, section, slider, throttled, type Slider } from './parts';

/** An order is said again while a key is held, so that one that was lost does not matter. */
const REPEAT_MS = 200;
/** Share of full throttle in a second that the arrows move. */
const THROTTLE_RATE = 0.4;
const TURN_MS = 50;

type Send = (order: Order) => void;

interface Key {
  key: string;
  icon: IconName;
  label: string;
}

/** A pad of buttons, each as if its key were held while it is pressed. */
function pad(keys: HeldKeys, rows: (Key | null)[][]): { element: HTMLElement; show: () => void } {
  const made = new Map<string, HTMLButtonElement>();
  const cell = (key: Key | null): HTMLElement => {
    if (key === null) return h('span', {});
    const element = h('button', { type: 'button', class: 'pad-key', title: `${key.label} (${key.key.toUpperCase()})`, 'aria-label': key.label },
      icon(key.icon), h('kbd', {}, key.key.toUpperCase()));
    element.addEventListener('pointerdown', (event) => {
      element.setPointerCapture(event.pointerId);
      keys.press(key.key);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      element.addEventListener(end, () => keys.released(key.key));
    }
    // A long press on a touch screen would open a menu.
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    made.set(key.key, element);
    return element;
  };
  const element = h('div', { class: 'pad' }, ...rows.flat().map(cell));
  return { element, show: () => made.forEach((one, key) => one.classList.toggle('held', keys.held.has(key))) };
}

function ownControl(send: Send): HTMLElement {
  return button('Own control', 'Give the vehicle back to the scenario’s controllers', () => send({ do: 'auto' }));
}

export class DriveByHand {
  readonly element: HTMLElement;
  readonly keys: HeldKeys;
  private readonly send: Send;
  /** Whether it can go sideways. */
  readonly crab: boolean;
  private readonly goal = h('p', { class: 'quiet', role: 'status' });
  private readonly showPad: () => void;
  private share = 1;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(send: Send, { can, top_speed_m_per_s: top }: Description) {
    this.send = send;
    this.crab = can.sideways;
    this.keys = new HeldKeys(DRIVE_KEYS, () => this.changed());
    const turn = this.crab ? ['Sideways to the left', 'Sideways to the right'] : ['Turn left', 'Turn right'];
    const { element, show } = pad(this.keys, [
      [{ key: 'q', icon: this.crab ? 'crabLeft' : 'turnLeft', label: turn[0] }, { key: 'w', icon: 'up', label: 'Ahead' },
        { key: 'e', icon: this.crab ? 'crabRight' : 'turnRight', label: turn[1] }],
      [{ key: 'a', icon: 'turnLeft', label: 'Left' }, { key: 's', icon: 'down', label: 'Back' },
        { key: 'd', icon: 'turnRight', label: 'Right' }]]);
    this.showPad = show;
    const speed = slider({
      label: 'Speed', min: 5, max: 100, step: 5, value: 100,
      text: (value) => (top === null ? `${value} %` : `${significant((top * value) / 100, 2)} m/s`),
      changed: (value) => {
        this.share = value / 100;
        if (this.keys.held.size > 0) this.changed();
      },
    });
    this.element = section('Drive', h('div', { class: 'hand-row' }, element,
      h('div', { class: 'hand-side' }, speed.element,
        h('div', { class: 'button-row' },
          button('Stop', 'Hold the wheels (space)', () => this.stop()),
          can.auto ? ownControl(send) : null))),
    can.goal ? this.goal : null);
  }

  stop(): void {
    this.keys.releaseAll();
    this.send({ do: 'stop' });
  }

  show(status: Status): void {
    const { goal, goal_distance_m: away, mode } = status;
    this.goal.textContent = goal === null
      ? 'Click the ground to set a goal.'
      : `Goal at ${fixed(goal[0], 1)} m east, ${fixed(goal[1], 1)} m north`
        + (away === null ? '' : `: ${fixed(away, 2)} m ${mode === 'goal' ? 'to go' : 'away'}`);
  }

  private changed(): void {
    this.showPad();
    this.say();
    const held = this.keys.held.size > 0;
    if (held && this.timer === null) this.timer = setInterval(() => this.say(), REPEAT_MS);
    if (!held && this.timer !== null) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  private say(): void {
    this.send({ do: 'drive', ...driveOf(this.keys.held, this.share, this.crab) });
  }
}

export class FlyByHand {
  readonly element: HTMLElement;
  readonly keys: HeldKeys;
  private readonly send: Send;
  private readonly throttle: Slider;
  private readonly showPad: () => void;
  private readonly say: (order: { throttle: number } & Attitude) => void;
  private share = 0;
  private timer: ReturnType<typeof setInterval> | null = null;

  constructor(send: Send, { can, hover_throttle: hover }: Description) {
    this.send = send;
    // Whoever takes it by hand does not want it to fall at once.
    this.share = hover ?? 0;
    this.say = throttled(TURN_MS, (order) => this.send({ do: 'fly', ...order }));
    this.keys = new HeldKeys(FLY_KEYS, () => this.changed());
    const { element, show } = pad(this.keys, [
      [{ key: 'q', icon: 'turnLeft', label: 'Yaw left' }, { key: 'w', icon: 'up', label: 'Lean forward' },
        { key: 'e', icon: 'turnRight', label: 'Yaw right' }],
      [{ key: 'a', icon: 'crabLeft', label: 'Lean left' }, { key: 's', icon: 'down', label: 'Lean back' },
        { key: 'd', icon: 'crabRight', label: 'Lean right' }]]);
    this.showPad = show;
    this.throttle = slider({
      label: 'Throttle', min: 0, max: 1, step: 0.01, value: this.share, text: (value) => `${(100 * value).toFixed(0)} %`,
      changed: (value) => this.setThrottle(value),
    });
    this.element = section('Fly', h('div', { class: 'hand-row' }, element,
      h('div', { class: 'hand-side' }, this.throttle.element,
        h('div', { class: 'button-row' },
          hover === null ? null : button('Hover', 'The throttle that carries its weight as it starts', () => this.setThrottle(hover)),
          button('Engines off', 'Throttle to nothing (space)', () => this.setThrottle(0)),
          can.auto ? ownControl(send) : null))),
    h('p', { class: 'quiet' }, 'Let a key go and the vehicle is held upright again.'));
  }

  /** Goes to a throttle, and takes the vehicle by hand. */
  setThrottle(share: number): void {
    this.share = Math.min(1, Math.max(0, share));
    this.throttle.show(this.share);
    this.sendSteering();
  }

  private changed(): void {
    this.showPad();
    this.sendSteering();
    const held = this.keys.held.size > 0;
    if (held && this.timer === null) this.timer = setInterval(() => this.turn(), TURN_MS);
    if (!held && this.timer !== null) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  /** While keys are held: arrows move the throttle. */
  private turn(): void {
    const { held } = this.keys;
    const by = (held.has('ArrowUp') ? 1 : 0) - (held.has('ArrowDown') ? 1 : 0);
    if (by !== 0) this.setThrottle(this.share + by * THROTTLE_RATE * (TURN_MS / 1000));
    else this.sendSteering();
  }

  private sendSteering(): void {
    this.say({ throttle: this.share, ...attitudeOf(this.keys.held) });
  }
}
