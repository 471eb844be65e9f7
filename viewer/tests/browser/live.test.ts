// A simulation that runs, from the real binary: it is driven by keys, clicks and sliders, kept, and replayed.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LiveView } from '../../src/hook';
import { drawn, launch, look, open, planetfall, program } from './browser';

/** Software draws, and the simulation wants its share of the machine. */
const SMALL = { viewport: { width: 900, height: 520 } };

const executable = program();
const binary = planetfall();

/** What the simulation says of itself. */
async function live(page: Page): Promise<LiveView> {
  return (await look(page)).live!;
}

/** Waits until it says something, and returns all that it said then. */
async function until(page: Page, what: (live: LiveView) => boolean): Promise<LiveView> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const now = await live(page);
    if (what(now)) return now;
    if (Date.now() > deadline) throw new Error(`never: ${what.toString()}; ${JSON.stringify(now)}`);
    await page.waitForTimeout(30);
  }
}

describe.skipIf(executable === null || binary === null)('planetfall live', () => {
  let browser: Browser;
  const folder = mkdtempSync(path.join(tmpdir(), 'planetfall-live-'));
  const servers: ChildProcess[] = [];
  let number = 0;

  beforeAll(async () => { browser = await launch(executable!); });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    for (const server of servers.splice(0)) server.kill('SIGKILL');
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Started {
    url: string;
    server: ChildProcess;
    out: string;
  }

  /** Starts a session; the first line is its address. */
  const start = async (...more: string[]): Promise<Started> => {
    const out = path.join(folder, `session-${++number}`);
    const server = spawn(binary!, ['live', '--no-open', '-o', out, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
    servers.push(server);
    for await (const line of createInterface({ input: server.stdout! })) {
      return { url: line.trim().replace(/\/$/, ''), server, out };
    }
    throw new Error('planetfall live printed nothing');
  };

  /** Lets the time run as fast as the machine can. */
  const hurry = async (page: Page): Promise<void> => {
    await page.locator('.speed').selectOption('Infinity');
    await until(page, (now) => now.speed === null);
    await page.keyboard.press('k');
    await until(page, (now) => !now.paused);
  };

  test('it starts, keys drive, the clock holds, a clicked goal is reached, and the run replays bit for bit', async () => {
    const { url, out } = await start();
    const { page, faults } = await open(browser, url, SMALL);
    const begun = await live(page);
    expect([begun.paused, begun.connected, begun.ended]).toEqual([true, true, null]);
    const { position: at, pictures } = await look(page);

    await hurry(page);
    await page.keyboard.down('w');
    await page.waitForFunction(([x, y]) => {
      const [a, b] = window.planetfall!.position!;
      return Math.hypot(a - x, b - y) > 0.15;
    }, at!, { timeout: 60_000 });
    expect((await live(page)).mode).toBe('manual');
    await page.keyboard.up('w');
    await drawn(page, pictures);

    await page.keyboard.press('k');
    await until(page, (now) => now.paused);
    // A step that was under way then is still sent.
    await page.waitForTimeout(200);
    const held = await live(page);
    await page.waitForTimeout(400);
    expect((await live(page)).time_s).toBe(held.time_s);
    await page.keyboard.press('.');
    await page.waitForFunction((time) => window.planetfall!.live!.time_s > time, held.time_s);
    const stepped = (await live(page)).time_s;
    expect(stepped - held.time_s).toBeLessThan(0.2);

    const box = (await page.locator('#canvas').boundingBox())!;
    await page.mouse.click(box.x + 0.66 * box.width, box.y + 0.76 * box.height);
    await until(page, (now) => now.goal !== null && now.marker !== null);
    const { goal, marker } = await live(page);
    expect(marker).toEqual(goal);
    await page.keyboard.press('k');
    await until(page, (now) => now.mode !== 'goal' && now.message === 'the goal is reached');
    await page.keyboard.press('k');
    await page.waitForFunction(([x, y]) => {
      const [a, b] = window.planetfall!.position!;
      return Math.hypot(a - x, b - y) < 0.4;
    }, goal!, { timeout: 60_000 });

    await page.getByRole('button', { name: 'Save run' }).click();
    await until(page, (now) => now.saved !== null);
    expect((await live(page)).saved!.folder).toBe(out);
    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.waitForFunction(() => window.planetfall?.loaded === true && window.planetfall.live === null);
    const kept = await look(page);
    expect(kept.end).toBeGreaterThan(stepped);
    expect(faults).toEqual([]);

    const again = path.join(folder, 'again');
    execFileSync(binary!, ['run', path.join(out, 'scenario.toml'), '--replay', out, '--quiet', '--out', again]);
    const bytes = (of: string): Buffer => readFileSync(path.join(of, 'history.parquet'));
    expect(bytes(again).equals(bytes(out))).toBe(true);
  });

  test('a page finds its session again, another sees the same, and one that is gone does not drive on', async () => {
    const { url, server } = await start();
    const { page } = await open(browser, url, SMALL);
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    const before = await until(page, (now) => now.records >= 3);
    await page.reload();
    await page.waitForFunction(() => window.planetfall?.loaded === true);
    const after = await live(page);
    expect([after.session, after.records]).toEqual([before.session, before.records]);

    const driver = await open(browser, url, SMALL);
    await hurry(driver.page);
    await driver.page.keyboard.down('w');
    await until(page, (now) => now.mode === 'manual' && now.time_s > 2);
    await driver.page.close();
    // Where it was some time ago is where it is: it stands.
    await page.waitForFunction(() => {
      const seen = window as unknown as { places?: { time: number; place: number[] }[] };
      const { time, position } = window.planetfall!;
      seen.places ??= [];
      seen.places.push({ time, place: [...position!] });
      const then = seen.places.findLast((one) => one.time < time - 1);
      return then !== undefined && Math.hypot(then.place[0] - position![0], then.place[1] - position![1]) < 2e-3;
    }, null, { timeout: 60_000, polling: 50 });
    server.kill('SIGKILL');
    await until(page, (now) => !now.connected);
    await page.waitForFunction(() => document.querySelector('.stand')!.textContent!.includes('No connection'));
    expect(await page.getByRole('button', { name: 'Pause', exact: true }).isDisabled()).toBe(true);

    // Another simulation at the same address has another token: the page cannot order it, and says where to look.
    const other = await start('--port', new URL(url).port);
    await page.waitForFunction(() => document.body.textContent!.includes('Another simulation runs at this address'), null, { timeout: 60_000 });
    expect((await live(page)).connected).toBe(false);
    const { page: own } = await open(browser, other.url, SMALL);
    const its = await live(own);
    expect([its.connected, its.paused, its.session === before.session]).toEqual([true, true, false]);
  });

  test('typing does not drive; sun, joints and faults are sent; looking back does not stop it; another vehicle is chosen', async () => {
    const { url } = await start();
    const { page, faults } = await open(browser, url, SMALL);
    const { sunDirection: light, mode } = await live(page);
    await page.getByRole('tab', { name: 'Plots' }).click();
    await page.getByRole('button', { name: 'Add plot' }).click();
    await page.getByRole('searchbox', { name: 'Search columns' }).pressSequentially('wasd');
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('tab', { name: 'Control' }).click();
    await page.getByLabel('Azimuth').fill('90');
    await page.getByLabel('Elevation').fill('20');
    const lit = await until(page, (now) => Math.abs(now.sun.azimuth_deg - 90) < 1e-6 && Math.abs(now.sun.elevation_deg - 20) < 1e-6);
    expect(lit.mode).toBe(mode);
    expect(lit.sunDirection![0]).toBeCloseTo(Math.cos((20 * Math.PI) / 180));
    expect(lit.sunDirection).not.toEqual(light);

    await page.locator('summary', { hasText: 'Wheels and steering' }).click();
    const joint = page.getByLabel('Steer front left');
    await joint.fill(await joint.getAttribute('max') ?? '0');
    await until(page, (now) => now.mode === 'manual');

    await page.locator('summary', { hasText: 'Faults' }).click();
    const fault = page.locator('.fault').first();
    await fault.getByRole('button', { name: 'Strike' }).click();
    await until(page, (now) => now.faults.length === 1);
    await page.waitForFunction(() => document.querySelectorAll('.fault.struck').length === 1);
    await fault.getByRole('button', { name: 'Mend' }).click();
    await until(page, (now) => now.faults.length === 0);

    await page.getByRole('tab', { name: 'Plots' }).click();
    await page.keyboard.press('k');
    await until(page, (now) => now.time_s > 1);
    await page.waitForFunction(() => window.planetfall!.range.to > 1
      && /\d/.test(document.querySelector('.plot-legend .value')?.textContent ?? ''));
    await page.keyboard.press('Home');
    const { time_s } = await until(page, (now) => !now.following);
    const back = (await look(page)).time;
    await until(page, (now) => now.time_s > time_s + 0.2);
    expect((await look(page)).time).toBe(back);
    expect(await page.getByRole('button', { name: 'Now' }).isVisible()).toBe(true);
    await page.keyboard.press('End');
    await until(page, (now) => now.following);
    expect((await look(page)).time).toBeGreaterThan(back);
    await page.keyboard.press('k');
    await until(page, (now) => now.paused);

    await page.getByRole('tab', { name: 'Control' }).click();
    await page.locator('summary', { hasText: 'New session' }).click();
    await page.getByLabel('Vehicle', { exact: true }).selectOption('mer');
    await page.getByLabel('Terrain').selectOption('level');
    await page.getByLabel('Ground', { exact: true }).selectOption('marker');
    const begin = page.getByRole('button', { name: /^Start/ });
    await begin.click();
    await begin.click();
    await page.waitForFunction((session) => {
      const hook = window.planetfall;
      return hook?.loaded === true && hook.live !== null && hook.live.session !== session;
    }, lit.session, { timeout: 60_000 });
    const other = await look(page);
    expect([other.live!.paused, other.vehicles[0].name]).toEqual([true, 'mer']);
    expect(await page.locator('.kept a').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('a lander is flown by hand, and its cables are cut after a second press', async () => {
    const { url } = await start('msl-sky-crane');
    const { page, faults } = await open(browser, url, SMALL);
    const begun = await look(page);
    expect(begun.live!.mode).toBe('own');
    await page.getByLabel('Throttle').fill('1');
    await until(page, (now) => now.mode === 'manual');
    await page.keyboard.press('k');
    await page.keyboard.down('d');
    await until(page, (now) => now.time_s > 1.5);
    await page.keyboard.up('d');
    await page.keyboard.press('k');
    await until(page, (now) => now.paused);
    const flown = await look(page);
    expect(flown.plumes).toBeGreaterThan(3);
    const tilt = await page.locator('.readout dd').nth(3).innerText();
    expect(Number.parseFloat(tilt)).toBeGreaterThan(1);

    const cables = flown.cables;
    const cut = page.getByRole('button', { name: /^Cut bridle 1/ });
    await cut.click();
    expect(await cut.innerText()).toContain('sure?');
    await cut.click();
    await page.keyboard.press('.');
    await page.keyboard.press('.');
    await page.waitForFunction((count) => window.planetfall!.cables === count - 1, cables);
    expect(faults).toEqual([]);
  });
});
