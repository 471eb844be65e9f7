// A running simulation in the page: what comes from it goes to the scene, the plots and the panel, what the
// user does goes to it.

import type { Live, Order, Status, Sun, Word } from '../api/live';
import { Client, messageOf } from '../api/client';
import type { RunEvent } from '../api/model';
import type { Messages } from '../page/messages';
import { LiveClient } from './client';
import { LiveClock } from './clock';
import { LivePanel } from './panel';
import { sentence } from '../page/text';
import { LiveStream, streamAddress } from './stream';

export interface SessionEvents {
  /** Records have come. */
  grown(): void;
  /** Values of columns have come, which is after their records. */
  valued(): void;
  status(status: Status): void;
  happened(events: RunEvent[]): void;
  lit(sun: Sun): void;
}

const QUIET: SessionEvents = { grown: () => undefined, valued: () => undefined, status: () => undefined, happened: () => undefined, lit: () => undefined };

/** Within this time no warning is repeated. */
const REPEAT_MS = 3000;

export class LiveSession {
  readonly client: LiveClient;
  readonly clock: LiveClock;
  readonly panel: LivePanel;
  readonly live: Live;
  status: Status;
  actual: number | null = null;
  saved: { run: number; folder: string } | null = null;
  private readonly stream: LiveStream;
  private readonly messages: Messages;
  private events: SessionEvents = QUIET;
  private lastWarning = -Infinity;

  constructor(live: Live, messages: Messages) {
    this.live = live;
    this.status = live.status;
    this.messages = messages;
    this.client = new LiveClient(live);
    this.clock = new LiveClock({
      pause: (paused) => this.order({ do: paused ? 'pause' : 'go' }),
      speed: (factor) => this.order({ do: 'speed', factor: Number.isFinite(factor) ? factor : null }),
    });
    this.stream = new LiveStream(streamAddress(window.location), {
      opened: () => {
        this.client.attach((order) => this.stream.order(order));
        this.show();
      },
      lost: () => {
        this.show();
        void this.lookForAnother();
      },
      said: (word) => this.said(word),
      poses: (block) => {
        this.client.takePoses(block);
        const { times } = this.client.poseRecords.block;
        this.clock.setRecords(times[0] ?? 0, times[times.length - 1] ?? 0);
        this.events.grown();
      },
      series: (watch, columns) => {
        this.client.takeSeries(watch, columns);
        this.events.valued();
      },
      failed: (cause) => messages.show(messageOf(cause)),
    });
    this.panel = new LivePanel(live, (order) => this.order(order), (sun) => this.events.lit(sun));
    this.stream.open();
  }

  get connected(): boolean { return this.stream.connected; }

  listen(events: SessionEvents): void {
    this.events = events;
    events.lit(this.status.sun);
    events.happened(this.client.events);
    this.show();
  }

  order(order: Order): void {
    const over = this.status.ended !== null && order.do !== 'save' && order.do !== 'restart';
    if (over) this.warn('The run has ended: nothing can be ordered any more. Save it, or start another session.');
    else if (!this.stream.order(order)) this.warn('There is no connection to the simulation: nothing was ordered.');
  }

  /** A simulation that was started later at this address has another token, which this page does not know. */
  private async lookForAnother(): Promise<void> {
    const found = await new Client().live().catch(() => null);
    if (found === null || found.session === this.live.session || this.connected) return;
    this.warn('Another simulation runs at this address now: open the address that `planetfall live` printed for it.');
  }

  /** A key that is held would say the same again and again. */
  private warn(sentence: string): void {
    const now = performance.now();
    if (now - this.lastWarning > REPEAT_MS) this.messages.show(sentence);
    this.lastWarning = now;
  }

  private said(word: Word): void {
    if ('session' in word) {
      // Another simulation answers now: everything is to be read anew.
      if (word.session !== this.live.session) window.location.reload();
      return;
    }
    if ('refused' in word) {
      this.warn(sentence(word.refused));
      this.panel.refused(word.do);
      return;
    }
    if ('saved' in word) {
      this.saved = word.saved;
      this.panel.showSaved(word.saved.run, word.saved.folder);
      return;
    }
    this.status = word.status;
    this.actual = word.actual_speed;
    if (word.events !== undefined && word.events.length > 0) {
      this.client.events.push(...word.events);
      this.events.happened(this.client.events);
    }
    this.show();
  }

  private show(): void {
    const { status, actual } = this;
    this.panel.show(status, this.connected, actual);
    this.panel.showJoints((column) => {
      const values = this.client.column(column)?.values;
      return values?.[values.length - 1] ?? NaN;
    });
    this.clock.setPace({ paused: status.paused || status.ended !== null || !this.connected, speed: status.speed, actual });
    this.events.status(status);
  }
}
