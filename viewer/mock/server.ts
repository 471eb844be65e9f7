// The server's HTTP interface over synthetic runs, and the built bundle with the real server's
// content security policy, so that the page is tested as it is delivered.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { encodePoses, encodeSeries } from './encode';
import { CraneRun } from './crane';
import { RoverRun } from './rover';
import { MockRun } from './run';

export const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

/** A run, or the sentence that says why it cannot be read. */
export type MockEntry = MockRun | { label: string; error: string };

export const crane = (): MockEntry => new CraneRun({ label: 'sky crane', rows: 6001, period: 0.01 });

export const twoRuns = (): MockEntry[] => [
  new RoverRun({ label: 'marker ground', speed: 0.1, rows: 20_000, period: 0.01 }),
  new RoverRun({ label: 'soil ground', speed: 0.085, rows: 18_000, period: 0.01 }),
];

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Answers a request under `/api/`; false where the address is none. */
export function answer(entries: MockEntry[], request: IncomingMessage, response: ServerResponse): boolean {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!url.pathname.startsWith('/api/')) return false;
  const send = (status: number, body: string | ArrayBuffer): void => {
    const json = typeof body === 'string';
    response.writeHead(status, {
      'Content-Type': json ? 'application/json' : 'application/octet-stream',
      'Cache-Control': 'no-store',
    });
    response.end(json ? body : Buffer.from(body));
  };
  if (url.pathname === '/api/runs') {
    send(200, JSON.stringify(entries.map((entry, id) => ({
      id,
      label: entry.label,
      error: entry instanceof MockRun ? null : entry.error,
    }))));
    return true;
  }
  if (url.pathname === '/api/live') {
    send(200, 'null');
    return true;
  }
  const [, , , id, what] = url.pathname.split('/');
  const run = entries[Number(id)];
  if (!(run instanceof MockRun)) send(404, JSON.stringify({ error: 'There is no such run.' }));
  else send(200, body(run, what, url.searchParams));
  return true;
}

function body(run: MockRun, what: string, query: URLSearchParams): string | ArrayBuffer {
  const number = (name: string): number => Number(query.get(name));
  const columns = (query.get('columns') ?? '').split(',');
  switch (what) {
    case 'meta': return JSON.stringify(run.meta());
    case 'scene': return JSON.stringify(run.scene());
    case 'row': return JSON.stringify(run.row(number('t')));
    case 'poses': return encodePoses(run.poses(number('from'), number('to'), number('n')));
    case 'series': return encodeSeries(run.series(columns, number('from'), number('to'), number('n')));
    default: return encodeSeries(run.series(columns, 0, run.end, 12));
  }
}

/** Serves the bundle in a folder and the runs on a free port of the loopback. */
export async function serve(bundle: string, entries: MockEntry[]): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    if (answer(entries, request, response)) return;
    const name = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path.join(bundle, name === '/' ? 'index.html' : path.normalize(name));
    readFile(file).then((content) => {
      response.writeHead(200, {
        'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(content);
    }, () => {
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
