// Records of one run, one at a time: asked for when the time rests or at most some times a second
// while it plays, never more than one request under way.

import { type Client, isAbort } from '../api/client';
import type { Row } from '../api/model';

const PAUSE_MS = 80;

export class RowReader {
  private readonly client: Client;
  private readonly found: (row: Row) => void;
  private readonly failed: (cause: unknown) => void;
  private run = 0;
  private wanted: number | null = null;
  private busy = false;
  private stepping: AbortController | null = null;

  constructor(client: Client, found: (row: Row) => void, failed: (cause: unknown) => void) {
    this.client = client;
    this.found = found;
    this.failed = failed;
  }

  setRun(run: number): void {
    this.run = run;
    this.stepping?.abort();
  }

  /** The record at or before this time, if it is still wanted when its turn comes. */
  want(time: number): void {
    this.wanted = time;
    if (!this.busy) void this.work();
  }

  /** The time of the record before or after, or nothing at the ends. */
  async neighbour(time: number, direction: 1 | -1): Promise<number | null> {
    this.stepping?.abort();
    const control = new AbortController();
    this.stepping = control;
    const row = await this.client.row(this.run, time, control.signal);
    if (direction > 0) return row.next_time_s;
    // Between two records, one back is the earlier of them.
    return time > row.time_s ? row.time_s : row.previous_time_s;
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.wanted !== null) {
      const time = this.wanted;
      const run = this.run;
      this.wanted = null;
      try {
        const row = await this.client.row(run, time);
        if (run === this.run) this.found(row);
      } catch (cause) {
        if (!isAbort(cause)) this.failed(cause);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.busy = false;
  }
}
