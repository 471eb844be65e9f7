// The built page over a synthetic landing with two vehicles, four cables and eight engines.

import type { Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TIMES } from '../../mock/crane';
import { crane, serve } from '../../mock/server';
import { BUNDLE, drawn, launch, look, open, pixels, program, scrub, type Opened } from './browser';

const executable = program();

describe.skipIf(executable === null)('a landing by sky crane', () => {
  let browser: Browser;
  let server: Server;
  let url = '';

  beforeAll(async () => {
    browser = await launch(executable!);
    ({ url, server } = await serve(BUNDLE, [crane()]));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  const start = (): Promise<Opened> => open(browser, url);
  const goTo = async (page: Page, time: number): Promise<void> => {
    const { pictures, end } = await look(page);
    await scrub(page, time / end);
    await drawn(page, pictures);
  };
  const isFollowed = (page: Page, name: string): Promise<unknown> =>
    page.waitForFunction((wanted) => window.planetfall!.followed === wanted, name);

  test('cables hang until they are cut, plumes burn until the engines stop', async () => {
    const { page, faults } = await start();
    await goTo(page, 22);
    expect(await look(page)).toMatchObject({ cables: 4, plumes: 8 });
    expect(await page.locator('.cable-key').innerText()).toContain('1110 N');
    await goTo(page, 38);
    expect(await look(page)).toMatchObject({ cables: 0, plumes: 7 });
    await goTo(page, 47);
    expect(await look(page)).toMatchObject({ cables: 0, plumes: 0 });
    expect(faults).toEqual([]);
  });

  test('each has a switch, and the legend shows only what is drawn', async () => {
    const { page } = await start();
    await goTo(page, 22);
    for (const [key, legend] of [['b', '.cable-key'], ['j', '.force-key >> text=thrust']]) {
      const before = await pixels(page, '#canvas');
      const { pictures } = await look(page);
      await page.keyboard.press(key);
      await drawn(page, pictures);
      const after = await pixels(page, '#canvas');
      expect(Math.abs(after.mean - before.mean) + Math.abs(after.deviation - before.deviation)).toBeGreaterThan(0.01);
      expect(await page.locator(legend).isVisible()).toBe(false);
    }
    await page.click('summary');
    await page.check('text=Cables');
    expect(await page.locator('.cable-key').isVisible()).toBe(true);
  });

  test('each vehicle can be followed, and its numbers are read', async () => {
    const { page } = await start();
    await goTo(page, 22);
    expect(await look(page)).toMatchObject({ followed: 'rover' });
    expect(await page.locator('.readout').innerText()).toContain('Wheel 6');
    await page.selectOption('select[aria-label="Followed vehicle"]', { label: 'descent stage' });
    await isFollowed(page, 'descent_stage');
    const shown = await page.locator('.readout').innerText();
    expect(shown).toContain('Foot 4');
    expect(shown).toContain('50 %');
    await page.keyboard.press('v');
    await isFollowed(page, 'all');
    await page.keyboard.press('v');
    await isFollowed(page, 'rover');
    await page.click('.label >> text=descent stage');
    await isFollowed(page, 'descent_stage');
  });

  test('vehicles hundreds of metres apart are both in the picture, or their distance is shown', async () => {
    const { page } = await start();
    await goTo(page, 50);
    const [rover, stage] = (await look(page)).vehicles.map(({ position }) => position);
    expect(Math.hypot(...[0, 1, 2].map((i) => rover[i] - stage[i]))).toBeGreaterThan(250);
    const label = page.locator('.label >> nth=1');
    await page.waitForFunction(() => /descent stage · 2\d\d m/.test(document.querySelectorAll('.label')[1].textContent!));
    expect(await label.getAttribute('class')).toContain('outside');
    const before = await look(page);
    await page.keyboard.press('v');
    await page.keyboard.press('v');
    await isFollowed(page, 'all');
    await drawn(page, before.pictures);
    // The camera is on its way for some pictures.
    await page.waitForFunction(() => [...document.querySelectorAll('.label')].every((one) => !one.className.includes('outside')));
    const seen = await pixels(page, '#canvas');
    expect(seen.deviation).toBeGreaterThan(10);
  });

  test('separation, cuts, flight modes and faults stand in the list and on the bar', async () => {
    const { page } = await start();
    await page.click('#tab-events');
    const kinds = await page.locator('.kinds').innerText();
    for (const kind of ['separation', 'cut', 'flight mode', 'fault']) expect(kinds).toContain(kind);
    expect(await page.locator('.event-list').innerText()).toContain('fault: descent stage mle 8');
    await page.click('text=rover leaves descent_stage');
    await page.waitForFunction((time) => window.planetfall!.time === time, TIMES.separation);
    const box = (await page.locator('.slider').boundingBox())!;
    await page.mouse.move(box.x + (TIMES.separation / 60) * box.width, box.y + box.height / 2);
    const tip = await page.locator('.tip').innerText();
    expect(tip).toContain('rover leaves descent_stage');
    expect(tip).toContain('flight_software goes to pay_out');
  });

  test('everything fits a phone', async () => {
    const { page } = await open(browser, url, { viewport: { width: 390, height: 844 } });
    for (const selector of ['#canvas', '.vehicles', '.legend', '.readout']) {
      const box = (await page.locator(selector).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
