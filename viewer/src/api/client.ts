// The HTTP interface of the local server, one method per address.

import type { Live } from './live';
import type { Meta, Row, RunEntry, Scene } from './model';
import {
  decodeFootprints, decodeGrains, decodePoses, decodeRuts, decodeSeries,
  type FootprintBlock, type GrainBlock, type Points, type PoseBlock, type RutBlock,
} from './wire';

export interface TimeRange {
  from: number;
  to: number;
}

/** Columns of one question; the server answers at most 128. */
const MOST_COLUMNS = 100;

/** The server refused, with a sentence that is meant for the user. */
export class ServerError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export class Client {
  private readonly base: string;

  constructor(base = '') {
    this.base = base;
  }

  runs(signal?: AbortSignal): Promise<RunEntry[]> {
    return this.json('/api/runs', signal);
  }

  meta(run: number, signal?: AbortSignal): Promise<Meta> {
    return this.json(`/api/run/${run}/meta`, signal);
  }

  /** The running simulation; null where the server only shows finished runs. */
  live(signal?: AbortSignal): Promise<Live | null> {
    return this.json('/api/live', signal);
  }

  scene(run: number, signal?: AbortSignal): Promise<Scene> {
    return this.sceneAt(`/api/run/${run}/scene`, signal);
  }

  protected async sceneAt(path: string, signal?: AbortSignal): Promise<Scene> {
    const scene: Scene = await this.json(path, signal);
    if (scene.format !== 1) {
      throw new ServerError(
        `scene.json has format ${scene.format}; this page knows format 1. Update Planetfall.`,
        200,
      );
    }
    return scene;
  }

  row(run: number, time: number, signal?: AbortSignal): Promise<Row> {
    return this.json(`/api/run/${run}/row?t=${time}`, signal);
  }

  async poses(run: number, range: TimeRange, n: number, signal?: AbortSignal): Promise<PoseBlock> {
    const query = `from=${range.from}&to=${range.to}&n=${n}`;
    return decodePoses(await this.bytes(`/api/run/${run}/poses?${query}`, signal));
  }

  async grains(run: number, time: number, signal?: AbortSignal): Promise<GrainBlock> {
    return decodeGrains(await this.bytes(`/api/run/${run}/grains?t=${time}`, signal));
  }

  /** What a run left of the soil; nothing where it moved none. */
  ruts(run: number, signal?: AbortSignal): Promise<RutBlock | null> {
    return this.rutsAt(`/api/run/${run}/ruts`, signal);
  }

  protected async rutsAt(path: string, signal?: AbortSignal): Promise<RutBlock | null> {
    try {
      const bytes = await this.bytes(path, signal);
      // Where none has been moved yet there is nothing to read.
      return bytes.byteLength === 0 ? null : decodeRuts(bytes);
    } catch (cause) {
      if (cause instanceof ServerError && cause.status === 404) return null;
      throw cause;
    }
  }

  /** Pressure on the soil at the last record at or before a time; nothing where the run has none. */
  async footprints(run: number, time: number, signal?: AbortSignal): Promise<FootprintBlock | null> {
    try {
      return decodeFootprints(await this.bytes(`/api/run/${run}/footprints?t=${time}`, signal));
    } catch (cause) {
      if (cause instanceof ServerError && cause.status === 404) return null;
      throw cause;
    }
  }

  async series(
    run: number,
    columns: string[],
    range: TimeRange,
    n: number,
    signal?: AbortSignal,
  ): Promise<Points[]> {
    const parts: string[][] = [];
    for (let i = 0; i < columns.length; i += MOST_COLUMNS) parts.push(columns.slice(i, i + MOST_COLUMNS));
    const found = await Promise.all(parts.map(async (part) => {
      const names = part.map(encodeURIComponent).join(',');
      const query = `columns=${names}&from=${range.from}&to=${range.to}&n=${n}`;
      return decodeSeries(await this.bytes(`/api/run/${run}/series?${query}`, signal));
    }));
    return found.flat();
  }

  async compare(
    run: number,
    index: number,
    columns: string[],
    signal?: AbortSignal,
  ): Promise<Points[]> {
    if (columns.length === 0) return [];
    const names = columns.map(encodeURIComponent).join(',');
    const path = `/api/run/${run}/compare?index=${index}&columns=${names}`;
    return decodeSeries(await this.bytes(path, signal));
  }

  /** The newest sample of a camera at or before a time; nothing before the first. */
  async sample(run: number, camera: string, time: number): Promise<{ number: number; time_s: number } | null> {
    const query = `camera=${encodeURIComponent(camera)}&t=${time}`;
    const answer: { sample: { number: number; time_s: number } | null } =
      await this.json(`/api/run/${run}/sample?${query}`);
    return answer.sample;
  }

  /** Where the picture of an eye is. */
  pictureAddress(run: number, camera: string, number: number, eye: number): string {
    return `${this.base}/api/run/${run}/picture?camera=${encodeURIComponent(camera)}&number=${number}&eye=${eye}`;
  }

  private async json<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await this.get(path, signal)).json() as Promise<T>;
  }

  private async bytes(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
    return (await this.get(path, signal)).arrayBuffer();
  }

  private async get(path: string, signal?: AbortSignal): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.base + path, signal ? { signal } : {});
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      throw new ServerError('The server does not answer. Is `planetfall` still running?', 0);
    }
    if (!response.ok) throw new ServerError(await sentenceOf(response), response.status);
    return response;
  }
}

/** Whether a request ended because it was superseded, which is no error. */
export function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { error?: unknown };
    if (typeof body.error === 'string') return body.error;
  } catch {
    // An answer that is no JSON has no sentence of its own.
  }
  return `The server answered ${response.status} ${response.statusText}.`;
}
