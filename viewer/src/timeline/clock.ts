// The one time of the page: what is shown, whether it runs, and how fast.

export const SPEEDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;

type Listener = () => void;

export class Clock {
  private readonly listeners = new Set<Listener>();
  protected now = 0;
  protected begin = 0;
  protected finish = 0;
  private factor = 1;
  private running = false;

  get time(): number { return this.now; }
  get start(): number { return this.begin; }
  get end(): number { return this.finish; }
  get speed(): number { return this.factor; }
  get playing(): boolean { return this.running; }
  /** Whether the newest is shown; a finished run has nothing newer. */
  get following(): boolean { return true; }
  /** Whether there will be more than there is. */
  get grows(): boolean { return false; }
  /** Speeds that can be chosen; the infinite one is as fast as it goes. */
  get offered(): readonly number[] { return SPEEDS; }

  /** Sets the range of time; the shown time stays in it. */
  setRange(start: number, end: number): void {
    this.begin = start;
    this.finish = Math.max(start, end);
    this.now = this.clamped(this.now);
    this.notify();
  }

  seek(time: number): void {
    if (!Number.isFinite(time)) return;
    this.now = this.clamped(time);
    this.notify();
  }

  /** Plays on; at the end it begins again from the start. */
  play(): void {
    if (this.running || this.finish <= this.begin) return;
    if (this.now >= this.finish) this.now = this.begin;
    this.running = true;
    this.notify();
  }

  /** Shows the newest from now on. */
  follow(): void {
    this.seek(this.finish);
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    this.notify();
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  setSpeed(speed: number): void {
    this.factor = Math.min(SPEEDS[SPEEDS.length - 1], Math.max(SPEEDS[0], speed));
    this.notify();
  }

  /** The next of the offered speeds, up or down. */
  shiftSpeed(by: 1 | -1): void {
    const now = Math.min(this.speed, SPEEDS[SPEEDS.length - 1]);
    const nearest = SPEEDS.reduce((best, speed, i) =>
      Math.abs(Math.log(speed / now)) < Math.abs(Math.log(SPEEDS[best] / now)) ? i : best, 0);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, nearest + by))]);
  }

  /** Lets so many seconds of the user's time pass. */
  advance(elapsed: number): void {
    if (!this.running) return;
    this.now = this.clamped(this.now + elapsed * this.factor);
    if (this.now >= this.finish) this.running = false;
    this.notify();
  }

  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  protected clamped(time: number): number {
    return Math.min(this.finish, Math.max(this.begin, time));
  }

  protected notify(): void {
    for (const listener of this.listeners) listener();
  }
}
