// The time of a page that looks at a running simulation: it goes along with the newest record, unless the
// user looks back. Play and pause are orders to the simulation, not to the page.

import { Clock, SPEEDS } from '../timeline/clock';

/** Seconds of the user's time that the picture may lag, so that it moves evenly between records. */
const LAG_S = 0.25;

export interface Pace {
  paused: boolean;
  /** Seconds of the simulation in one of ours; null is as fast as it can. */
  speed: number | null;
  /** How fast it really went just now. */
  actual: number | null;
}

export interface ClockOrders {
  pause(paused: boolean): void;
  speed(factor: number): void;
}

export class LiveClock extends Clock {
  private readonly orders: ClockOrders;
  private pace: Pace = { paused: true, speed: 1, actual: null };
  private along = true;

  constructor(orders: ClockOrders) {
    super();
    this.orders = orders;
  }

  override get playing(): boolean { return !this.pace.paused; }
  override get speed(): number { return this.pace.speed ?? Infinity; }

  override get grows(): boolean { return true; }
  override get offered(): readonly number[] { return [...SPEEDS, Infinity]; }

  /** Whether the newest record is shown, and not one that the user went back to. */
  override get following(): boolean { return this.along; }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.notify();
  }

  /** There are records from a time to another. */
  setRecords(first: number, last: number): void {
    this.begin = first;
    this.finish = Math.max(first, last);
    if (!this.along) this.now = this.clamped(this.now);
  }

  override follow(): void {
    this.along = true;
    this.now = this.finish;
    this.notify();
  }

  override seek(time: number): void {
    this.along = time >= this.finish;
    super.seek(time);
  }

  /** Who goes to a time of the past does not want to be taken away from it; the simulation runs on. */
  override pause(): void {
    this.along = false;
  }

  override play(): void {
    this.orders.pause(false);
  }

  override toggle(): void {
    if (this.playing) this.orders.pause(true);
    else this.orders.pause(false);
    this.follow();
  }

  override setSpeed(speed: number): void {
    this.orders.speed(speed);
  }

  override advance(elapsed: number): void {
    if (!this.along) return;
    const before = this.now;
    this.now = this.pace.paused ? this.finish : shown(this.now, this.finish, this.rate, elapsed);
    if (this.now !== before) this.notify();
  }

  private get rate(): number {
    return this.pace.actual ?? this.pace.speed ?? 1;
  }
}

/**
 * The time to show next. It goes on at the simulation's rate, a little faster the farther it is behind the
 * newest record, never beyond that, and never farther behind than the lag.
 */
export function shown(now: number, newest: number, rate: number, elapsed: number): number {
  const lag = LAG_S * Math.max(rate, 1e-3);
  if (now > newest) return newest;
  if (newest - now > 2 * lag) return newest - lag;
  const hurry = 0.5 + (newest - now) / lag;
  return Math.min(newest, now + hurry * rate * elapsed);
}
