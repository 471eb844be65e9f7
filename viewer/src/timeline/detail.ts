// Fetches the window in full detail of one run, ahead of the playing time; a request that is no
// longer wanted is cancelled.

import { type Client, isAbort, type TimeRange } from '../api/client';
import type { Run } from '../run';
import type { Clock } from './clock';
import { wantedWindow, WINDOW_FRAMES } from './window';

export class DetailLoader {
  private readonly client: Client;
  private readonly run: Run;
  private readonly arrived: () => void;
  private readonly failed: (cause: unknown) => void;
  private present: TimeRange | null = null;
  private pending: { range: TimeRange; control: AbortController } | null = null;
  private broken = false;

  constructor(client: Client, run: Run, arrived: () => void, failed: (cause: unknown) => void) {
    this.client = client;
    this.run = run;
    this.arrived = arrived;
    this.failed = failed;
  }

  /** Asks for what the shown time needs, unless it is there or on its way. */
  follow(clock: Clock): void {
    const { meta, track, visible } = this.run;
    if (meta === null || track === null || !visible || this.broken) return;
    const question = {
      time: Math.min(meta.time_end_s, Math.max(meta.time_start_s, clock.time)),
      speed: clock.speed, playing: clock.playing,
      start: meta.time_start_s, end: meta.time_end_s, rows: meta.rows,
    };
    const wanted = wantedWindow(question, this.present);
    if (wanted === null) return;
    if (this.pending !== null && wantedWindow(question, this.pending.range) === null) return;
    this.pending?.control.abort();
    void this.fetch(wanted);
  }

  private async fetch(range: TimeRange): Promise<void> {
    const control = new AbortController();
    this.pending = { range, control };
    try {
      const block = await this.client.poses(this.run.id, range, WINDOW_FRAMES, control.signal);
      if (control.signal.aborted) return;
      this.run.track?.setFine(block);
      this.present = range;
      this.arrived();
    } catch (cause) {
      if (isAbort(cause)) return;
      // The overview still shows the run: show it once, and do not ask again and again.
      this.broken = true;
      this.failed(cause);
    } finally {
      if (this.pending?.control === control) this.pending = null;
    }
  }
}
