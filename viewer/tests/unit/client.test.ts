import { afterEach, expect, test, vi } from 'vitest';
import { Client } from '../../src/api/client';
import { encodeSeries } from '../../mock/encode';

afterEach(() => vi.unstubAllGlobals());

const answering = (answer: (url: string) => Response): string[] => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return answer(url);
  });
  return asked;
};

test('long lists of columns are asked for in parts and come back in order', async () => {
  const asked = answering((url) => {
    const names = new URL(url, 'http://localhost').searchParams.get('columns')!.split(',');
    return new Response(encodeSeries(names.map((name) => ({
      times: Float64Array.of(0), values: Float64Array.of(Number(name.slice(1))),
    }))));
  });
  const names = Array.from({ length: 250 }, (_, i) => `c${i}`);
  const found = await new Client().series(0, names, { from: 0, to: 1 }, 10);
  expect(asked).toHaveLength(3);
  expect(found.map(({ values }) => values[0])).toEqual(names.map((_, i) => i));
});

test('a refusal is the server’s own sentence', async () => {
  answering(() => Response.json({ error: 'There is no column x.' }, { status: 404 }));
  await expect(new Client().meta(0)).rejects.toThrow('There is no column x.');
});

test('a server that is gone is reported as such', async () => {
  answering(() => { throw new TypeError('Failed to fetch'); });
  await expect(new Client().runs()).rejects.toThrow(/still running/);
});

test('a scene of an unknown format is refused', async () => {
  answering(() => Response.json({ format: 2 }));
  await expect(new Client().scene(0)).rejects.toThrow(/format 2/);
});
