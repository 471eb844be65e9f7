// Keys that are held down: what they mean for a rover and for a lander, and when they are not meant for
// either because the user types into something.

/** Shares of the top speed: ahead, turning to the left, sideways to the left. */
export interface Drive {
  forward: number;
  turn: number;
  sideways: number;
}

/** Shares of the greatest tilt and of the greatest rate about the vertical. */
export interface Attitude {
  roll: number;
  pitch: number;
  yaw: number;
}

export const DRIVE_KEYS = ['w', 's', 'a', 'd', 'q', 'e', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
export const FLY_KEYS = ['w', 's', 'a', 'd', 'q', 'e', 'ArrowUp', 'ArrowDown'];

type Held = ReadonlySet<string>;

/** Opposite keys cancel each other. */
function between(held: Held, plus: string[], minus: string[]): number {
  const pressed = (keys: string[]): number => (keys.some((key) => held.has(key)) ? 1 : 0);
  return pressed(plus) - pressed(minus);
}

/** A rover that cannot go sideways turns on the spot instead. */
export function driveOf(held: Held, share: number, crab: boolean): Drive {
  const side = between(held, ['q'], ['e']);
  const turn = between(held, ['a', 'ArrowLeft'], ['d', 'ArrowRight']);
  return {
    forward: share * between(held, ['w', 'ArrowUp'], ['s', 'ArrowDown']),
    turn: share * (crab ? turn : Math.max(-1, Math.min(1, turn + side))),
    sideways: crab ? share * side : 0,
  };
}

/** As a stick: forward leans forward, which is a positive pitch; left leans left, a negative roll. */
export function attitudeOf(held: Held): Attitude {
  return {
    roll: between(held, ['d'], ['a']), pitch: between(held, ['w'], ['s']), yaw: between(held, ['q'], ['e']),
  };
}

export class HeldKeys {
  readonly held = new Set<string>();
  private readonly wanted: string[];
  private readonly changed: () => void;

  constructor(wanted: string[], changed: () => void) {
    this.wanted = wanted;
    this.changed = changed;
    window.addEventListener('keydown', (event) => this.pressed(event));
    window.addEventListener('keyup', (event) => this.released(nameOf(event)));
    // A key that is let go while another window has the focus is never reported.
    window.addEventListener('blur', () => this.releaseAll());
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.releaseAll(); });
    document.addEventListener('focusin', (event) => { if (isTyping(event.target)) this.releaseAll(); });
  }

  /** As if a key were held: for buttons of the page. */
  press(key: string): void {
    if (this.held.has(key)) return;
    this.held.add(key);
    this.changed();
  }

  released(key: string): void {
    if (this.held.delete(key)) this.changed();
  }

  releaseAll(): void {
    if (this.held.size === 0) return;
    this.held.clear();
    this.changed();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const key = nameOf(event);
    if (!this.wanted.includes(key) || isTyping(event.target) || movesItself(event.target, key)) return;
    event.preventDefault();
    this.press(key);
  }
}

function nameOf({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether letters are meant for what has the focus. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog[open]') || target.isContentEditable) return true;
  return target.matches('select, textarea, input:not([type="checkbox"], [type="range"])');
}

/** Whether what has the focus goes by arrows: sliders, tabs, the bar of time. */
function movesItself(target: EventTarget | null, key: string): boolean {
  return key.startsWith('Arrow') && target instanceof HTMLElement
    && target.matches('input[type="range"], [role="tab"]');
}
