// The time: play, step, jump, speed, and a slider with a tick for each event.

import type { RunEvent } from '../api/model';
import { eventColour } from '../scene/markers';
import type { Clock } from '../timeline/clock';
import { eventText } from '../timeline/events';
import { h, icon, iconButton } from './dom';
import { fixed } from './text';

/** Events that the tip shows. */
const MOST_SHOWN = 4;

export interface TimeActions {
  step(direction: 1 | -1): void;
  jump(direction: 1 | -1): void;
}

export class TimeBar {
  private readonly clock: Clock;
  private readonly play: HTMLButtonElement;
  private readonly time: HTMLElement;
  private readonly speed: HTMLSelectElement;
  private readonly slider: HTMLElement;
  private readonly ticks: HTMLCanvasElement;
  private readonly tip: HTMLElement;
  private readonly now: HTMLButtonElement;
  private readonly playKey: string;
  private events: RunEvent[] = [];

  constructor(root: HTMLElement, clock: Clock, actions: TimeActions, playKey = 'space') {
    this.clock = clock;
    this.playKey = playKey;
    this.play = iconButton('play', `Play (${playKey})`, () => clock.toggle());
    this.play.classList.add('primary');
    this.time = h('output', { class: 'time', 'aria-label': 'Time' });
    this.now = h('button', {
      type: 'button', class: 'now', hidden: true, title: 'Back to the newest record (End)', onclick: () => clock.follow(),
    }, 'Now');
    this.speed = h('select', { 'aria-label': 'Speed', title: 'Speed', class: 'speed' },
      ...clock.offered.map((speed) => h('option', { value: speed }, Number.isFinite(speed) ? `${speed}×` : 'fastest')));
    this.speed.addEventListener('change', () => clock.setSpeed(Number(this.speed.value)));
    this.ticks = h('canvas', { class: 'ticks', 'aria-hidden': 'true' });
    this.tip = h('div', { class: 'tip', hidden: true });
    this.slider = h('div', {
      class: 'slider', role: 'slider', tabindex: 0, 'aria-label': 'Time of the run',
      'aria-valuemin': 0, 'aria-valuemax': 0, 'aria-valuenow': 0,
    }, this.ticks, h('div', { class: 'groove' }, h('div', { class: 'past' })), h('div', { class: 'thumb' }), this.tip);
    root.append(
      h('div', { class: 'controls', role: 'group', 'aria-label': 'Playback' },
        iconButton('eventBack', 'Previous event ([)', () => actions.jump(-1)),
        iconButton('stepBack', 'One record back (←)', () => actions.step(-1)),
        this.play,
        iconButton('stepOn', 'One record on (→)', () => actions.step(1)),
        iconButton('eventOn', 'Next event (])', () => actions.jump(1))),
      this.time, this.speed, this.slider, this.now);
    this.listenToPointer();
    new ResizeObserver(() => this.drawTicks()).observe(this.slider);
    clock.listen(() => this.update());
    this.update();
  }

  setEvents(events: RunEvent[]): void {
    this.events = events;
    this.drawTicks();
  }

  update(): void {
    const { time, start, end, playing, speed } = this.clock;
    const share = end > start ? (time - start) / (end - start) : 0;
    this.slider.style.setProperty('--share', String(share));
    this.slider.setAttribute('aria-valuemin', String(start));
    this.slider.setAttribute('aria-valuemax', String(end));
    this.slider.setAttribute('aria-valuenow', time.toFixed(3));
    this.slider.setAttribute('aria-valuetext', `${time.toFixed(2)} seconds`);
    this.time.replaceChildren(h('b', {}, fixed(time, 3)), ` / ${fixed(end, end < 1000 ? 1 : 0)} s`);
    this.now.hidden = this.clock.following;
    const label = `${playing ? 'Pause' : 'Play'} (${this.playKey})`;
    if (this.play.title !== label) {
      this.play.title = label;
      this.play.setAttribute('aria-label', label);
      this.play.replaceChildren(icon(playing ? 'pause' : 'play'));
    }
    if (document.activeElement !== this.speed) this.speed.value = String(speed);
  }

  private timeAt(event: PointerEvent): number {
    const { left, width } = this.slider.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)));
    return this.clock.start + share * (this.clock.end - this.clock.start);
  }

  private listenToPointer(): void {
    this.slider.addEventListener('pointerdown', (event) => {
      this.slider.setPointerCapture(event.pointerId);
      this.clock.pause();
      this.clock.seek(this.timeAt(event));
    });
    this.slider.addEventListener('pointermove', (event) => {
      if (this.slider.hasPointerCapture(event.pointerId)) this.clock.seek(this.timeAt(event));
      this.showTip(event);
    });
    this.slider.addEventListener('pointerleave', () => { this.tip.hidden = true; });
  }

  /** Time under the pointer, and the events there are. */
  private showTip(event: PointerEvent): void {
    const time = this.timeAt(event);
    const near = (4 / this.slider.clientWidth) * (this.clock.end - this.clock.start);
    const found = this.events.filter(({ time_s }) => Math.abs(time_s - time) <= near);
    const lines = found.slice(0, MOST_SHOWN).map((event) => `${fixed(event.time_s, 3)} s · ${eventText(event)}`);
    if (found.length > MOST_SHOWN) lines.push(`and ${found.length - MOST_SHOWN} more`);
    this.tip.hidden = false;
    this.tip.textContent = found.length === 0 ? `${fixed(time, 2)} s` : lines.join('\n');
    const { left, width } = this.slider.getBoundingClientRect();
    this.tip.style.left = `${Math.min(width, Math.max(0, event.clientX - left))}px`;
    this.tip.dataset['side'] = event.clientX - left > width / 2 ? 'right' : 'left';
  }

  private drawTicks(): void {
    const [width, height] = [this.ticks.clientWidth, this.ticks.clientHeight];
    const ratio = window.devicePixelRatio;
    this.ticks.width = Math.max(1, Math.round(width * ratio));
    this.ticks.height = Math.max(1, Math.round(height * ratio));
    const context = this.ticks.getContext('2d');
    if (context === null) return;
    const { start, end } = this.clock;
    context.scale(ratio, ratio);
    context.globalAlpha = 0.9;
    for (const { time_s, kind } of this.events) {
      const x = ((time_s - start) / (end - start || 1)) * width;
      context.fillStyle = eventColour(kind);
      context.fillRect(Math.min(width - 2, Math.max(0, x - 1)), 0, 2, height);
    }
  }
}
