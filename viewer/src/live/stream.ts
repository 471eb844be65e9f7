// The connection to the running simulation. It is opened again when it is lost, and says so meanwhile.

import type { Order, Word } from '../api/live';
import { decodePoses, decodeSeries, magicOf, POSES, SERIES, seriesNumber, type Points, type PoseBlock } from '../api/wire';

const SHORTEST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;

export interface StreamEvents {
  opened(): void;
  lost(): void;
  said(word: Word): void;
  poses(block: PoseBlock): void;
  /** Columns of the watch with this number. */
  series(watch: number, columns: Points[]): void;
  failed(cause: unknown): void;
}

export class LiveStream {
  private readonly address: string;
  private readonly events: StreamEvents;
  private socket: WebSocket | null = null;
  private wait = SHORTEST_WAIT_MS;
  private closed = false;

  constructor(address: string, events: StreamEvents) {
    this.address = address;
    this.events = events;
  }

  get connected(): boolean { return this.socket?.readyState === WebSocket.OPEN; }

  open(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.wait = SHORTEST_WAIT_MS;
      this.events.opened();
    });
    socket.addEventListener('message', ({ data }) => this.received(data as string | ArrayBuffer));
    socket.addEventListener('close', () => this.again());
  }

  /** Sends an order; whether it could be sent. */
  order(order: Order | { do: 'watch'; number: number; columns: string[] }): boolean {
    if (!this.connected) return false;
    this.socket?.send(JSON.stringify(order));
    return true;
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private received(data: string | ArrayBuffer): void {
    try {
      if (typeof data === 'string') return this.events.said(JSON.parse(data) as Word);
      const magic = magicOf(data);
      if (magic === POSES) this.events.poses(decodePoses(data));
      else if (magic === SERIES) this.events.series(seriesNumber(data), decodeSeries(data));
    } catch (cause) {
      this.events.failed(cause);
    }
  }

  private again(): void {
    if (this.closed) return;
    this.events.lost();
    setTimeout(() => { if (!this.closed) this.open(); }, this.wait);
    this.wait = Math.min(LONGEST_WAIT_MS, 2 * this.wait);
  }
}

/** The stream's address beside the page's own, with the token without which the simulation obeys nobody. */
export function streamAddress(page: Pick<Location, 'href' | 'protocol'>): string {
  const url = new URL('./api/live/stream', page.href);
  url.protocol = page.protocol === 'https:' ? 'wss:' : 'ws:';
  const token = new URL(page.href).searchParams.get('token');
  url.search = token === null ? '' : new URLSearchParams({ token }).toString();
  url.hash = '';
  return url.href;
}
