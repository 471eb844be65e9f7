// The built page in a real browser over synthetic runs, with the real server's security policy.

import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serve, twoRuns, type MockEntry } from '../../mock/server';
import { BUNDLE, drawn, launch, look, open, pixels, program, scrub, visit } from './browser';

const executable = program();

describe.skipIf(executable === null)('the page', () => {
  let browser: Browser;
  const servers: Server[] = [];

  beforeAll(async () => { browser = await launch(executable!); });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  const start = async (entries: MockEntry[]): Promise<string> => {
    const { url, server } = await serve(BUNDLE, entries);
    servers.push(server);
    return url;
  };
  const one = (): Promise<string> => start([twoRuns()[0]]);
  const timeIs = (page: Page, time: number): Promise<unknown> => page.waitForFunction(
    (wanted) => Math.abs(window.planetfall!.time - wanted) < 1e-6, time);

  test('it loads, its scene is not blank, and it asks nobody but its server', async () => {
    const { page, faults } = await open(browser, await one());
    const seen = await pixels(page, '#canvas');
    expect(seen.colours).toBeGreaterThan(60);
    expect(seen.deviation).toBeGreaterThan(10);
    expect(faults).toEqual([]);
  });

  test('play advances the clock and the vehicle, pause stops it', async () => {
    const { page } = await open(browser, await one());
    const before = await look(page);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.waitForFunction((time) => window.planetfall!.time > time + 1, before.time);
    const during = await look(page);
    expect(during.playing).toBe(true);
    expect(during.speed).toBe(2);
    expect(during.position![0]).toBeGreaterThan(before.position![0]);
    await page.keyboard.press('Space');
    const stopped = await look(page);
    await drawn(page, 0);
    expect(await look(page)).toMatchObject({ time: stopped.time, playing: false });
  });

  test('scrubbing moves the vehicle, the plots follow, and a detailed window is fetched', async () => {
    const { page } = await open(browser, await one());
    await scrub(page, 0.25);
    const first = await look(page);
    await scrub(page, 0.75);
    const second = await look(page);
    expect(second.time - first.time).toBeCloseTo(0.5 * first.end, -1);
    expect(Math.hypot(...[0, 1].map((i) => second.position![i] - first.position![i]))).toBeGreaterThan(5);
    expect(second.playheads).toHaveLength(4);
    second.playheads.forEach((at, i) => expect(at).toBeGreaterThan(first.playheads[i] + 50));
    await page.waitForFunction(() => window.planetfall!.runs[0].detail);
  });

  test('keys jump to events and step by records', async () => {
    const { page } = await open(browser, await one());
    await page.keyboard.press(']');
    await timeIs(page, 80);
    await page.keyboard.press(']');
    await timeIs(page, 99.99 + 0.01);
    await page.keyboard.press('[');
    await timeIs(page, 80);
    await page.keyboard.press('ArrowRight');
    await timeIs(page, 80.01);
    await page.keyboard.press('ArrowLeft');
    await timeIs(page, 80);
    await page.waitForFunction(() => document.querySelector('.readout')!.textContent!.includes('drive'));
    // At rest the legend shows the record's own value, not one between thinned points.
    const exact = (550 + 120 * Math.sin(0.9 * 80)).toPrecision(4);
    await page.waitForFunction((text) => document.querySelector('.plot-legend .value')!.textContent === text, exact);
  });

  test('a press on an event in the list goes to it', async () => {
    const { page } = await open(browser, await one());
    await page.click('#tab-events');
    await page.click('text=phase climb begins');
    await timeIs(page, 100);
  });

  test('two runs are two vehicles, which the legend shows and hides', async () => {
    const { page } = await open(browser, await start(twoRuns()));
    await scrub(page, 0.5);
    const both = await look(page);
    expect(both.runs).toHaveLength(2);
    const [a, b] = both.runs.map((run) => run.position!);
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeGreaterThan(0.5);
    const with2 = await pixels(page, '#canvas');
    await page.uncheck('input[aria-label="Show soil ground"]');
    await drawn(page, both.pictures);
    expect((await look(page)).runs.map(({ visible }) => visible)).toEqual([true, false]);
    const with1 = await pixels(page, '#canvas');
    expect(Math.abs(with1.mean - with2.mean) + Math.abs(with1.deviation - with2.deviation)).toBeGreaterThan(0.05);
  });

  test('a broken run is named with its reason, and the others are shown', async () => {
    const broken = { label: 'cut-short', error: 'history.parquet ends in the middle of a column.' };
    const { page } = await open(browser, await start([twoRuns()[0], broken]));
    await expect(page.locator('.message').innerText()).resolves.toContain('history.parquet ends in the middle');
    expect((await look(page)).position).not.toBeNull();
  });

  test('if no run can be read the page says why, and nothing else', async () => {
    const broken = { label: 'cut-short', error: 'history.parquet ends in the middle of a column.' };
    const { page } = await visit(browser, await start([broken]));
    const card = page.locator('.card');
    await card.waitFor();
    expect(await card.innerText()).toContain('history.parquet ends in the middle');
    expect(await page.locator('.timebar').isVisible()).toBe(false);
  });

  test('cameras and colourings change the picture', async () => {
    const { page } = await open(browser, await one());
    const before = await pixels(page, '#canvas');
    await page.keyboard.press('3');
    await page.waitForFunction(() => window.planetfall!.camera === 'wheel');
    let count = (await look(page)).pictures;
    for (const kind of ['elevation', 'slope', 'sinkage']) {
      count = (await look(page)).pictures;
      await page.keyboard.press('c');
      await page.waitForFunction((name) => window.planetfall!.colouring === name, kind);
      await drawn(page, count);
    }
    const after = await pixels(page, '#canvas');
    expect(Math.abs(after.mean - before.mean) + Math.abs(after.deviation - before.deviation)).toBeGreaterThan(2);
    expect(await page.locator('.ramp').innerText()).toContain('mm');
  });

  test('a drag zooms the plots, a key shows all again, a click goes to a time', async () => {
    const { page } = await open(browser, await one());
    // Finer curves come late: the plots must not wait for them.
    await page.route(/series/, async (route) => {
      await new Promise((done) => setTimeout(done, 400));
      await route.continue();
    });
    const box = (await page.locator('.u-over').first().boundingBox())!;
    const drag = async (from: number, to: number): Promise<void> => {
      await page.mouse.move(box.x + from * box.width, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + to * box.width, box.y + 42, { steps: 4 });
      await page.mouse.up();
    };
    await drag(0.25, 0.5);
    await page.waitForFunction(() => window.planetfall!.range.from > 45 && window.planetfall!.range.to < 105);
    await page.keyboard.press('x');
    await page.waitForFunction(() => window.planetfall!.range.from === 0);
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 40);
    expect((await look(page)).time).toBeCloseTo(100, -1);
  });

  test('any column can be found, plotted and saved as a table', async () => {
    const { page } = await open(browser, await one());
    await page.click('text=Add plot');
    await page.keyboard.type('com z_m');
    await page.click('.choices label');
    await page.click('text=Done');
    await page.waitForFunction(() => window.planetfall!.playheads.length === 5);
    const card = page.locator('.plot-card').nth(4);
    await card.locator('text=altimeter').waitFor();
    const [table] = await Promise.all([page.waitForEvent('download'), card.locator('text=CSV').click()]);
    const lines = (await readFile(await table.path(), 'utf8')).split('\n');
    expect(lines[0]).toBe('time_s,com.z_m,altimeter · measured');
    expect(lines.length).toBeGreaterThan(8000);
    const [picture] = await Promise.all([page.waitForEvent('download'), card.locator('text=PNG').click()]);
    expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG');
  });

  test('everything fits a phone', async () => {
    const { page } = await open(browser, await one(), { viewport: { width: 390, height: 844 } });
    for (const selector of ['#canvas', '.slider', '.plot-card >> nth=0', '.segments', '.readout']) {
      const box = (await page.locator(selector).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    expect((await page.locator('.segments').boundingBox())!.width).toBeGreaterThan(150);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect((await pixels(page, '#canvas')).deviation).toBeGreaterThan(10);
  });

  test('it is dark where the system is, and can be set otherwise', async () => {
    const { page } = await open(browser, await one(), { colorScheme: 'dark' });
    expect((await pixels(page, '#panel')).mean).toBeLessThan(70);
    await page.keyboard.press('t');
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light');
    expect((await pixels(page, '#panel')).mean).toBeGreaterThan(180);
  });

  test('the keys are listed by a key, and every button has a name', async () => {
    const { page } = await open(browser, await one());
    await page.keyboard.press('?');
    expect(await page.locator('dialog.help').innerText()).toContain('Play or pause');
    await page.keyboard.press('Escape');
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select')].filter(
      (element) => !element.getAttribute('aria-label') && !element.textContent?.trim() && !element.closest('label')).length);
    expect(nameless).toBe(0);
  });
});
