// The page from the real binary, over real runs that the test itself makes.

import { spawn, type ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { drawn, launch, look, open, pixels, planetfall, program, scrub, visit } from './browser';

const executable = program();
const binary = planetfall();

describe.skipIf(executable === null || binary === null)('planetfall view', () => {
  let browser: Browser;
  const folder = mkdtempSync(path.join(tmpdir(), 'planetfall-view-'));
  const servers: ChildProcess[] = [];
  const run = (scenario: string, name = scenario, ...more: string[]): string => {
    const out = path.join(folder, name);
    execFileSync(binary!, ['run', scenario, '--quiet', '--out', out, ...more]);
    return out;
  };
  let drop = '';
  let drive = '';
  let cut = '';
  let sand = '';

  beforeAll(async () => {
    drop = run('msl-incline-drop');
    drive = run('curiosity-drive', 'curiosity-drive', '--until', '40');
    sand = run('sandpit', 'sandpit', '--until', '32');
    cut = path.join(folder, 'cut');
    cpSync(drop, cut, { recursive: true });
    const history = path.join(cut, 'history.parquet');
    truncateSync(history, Math.floor(statSync(history).size / 2));
    browser = await launch(executable!);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    for (const server of servers.splice(0)) server.kill();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the server; its first line is the address. */
  const view = async (...folders: string[]): Promise<string> => {
    const server = spawn(binary!, ['view', '--no-open', ...folders], { stdio: ['ignore', 'pipe', 'inherit'] });
    servers.push(server);
    for await (const line of createInterface({ input: server.stdout })) {
      return line.trim().replace(/\/$/, '');
    }
    throw new Error('planetfall view printed nothing');
  };

  test('a drop is shown from the embedded bundle, without any fault', async () => {
    const { page, faults } = await open(browser, await view(drop));
    const start = await look(page);
    await scrub(page, 0.9);
    const later = await look(page);
    await drawn(page, start.pictures);
    expect(start.position![2] - later.position![2]).toBeGreaterThan(0.3);
    expect(later.playheads).toHaveLength(4);
    const seen = await pixels(page, '#canvas');
    expect(seen.colours).toBeGreaterThan(60);
    expect(seen.deviation).toBeGreaterThan(8);
    expect(faults).toEqual([]);
  });

  test('a drive moves, its wheels carry its weight, and events are reached', async () => {
    const { page, faults } = await open(browser, await view(drive));
    const start = await look(page);
    await scrub(page, 0.7);
    const later = await look(page);
    expect(later.position![0] - start.position![0]).toBeGreaterThan(0.8);
    await page.waitForFunction(() => /0\.\d+ m\/s/.test(document.querySelector('.readout')!.textContent!));
    const loads = await page.locator('.load .value').allInnerTexts();
    const sum = loads.map((text) => Number.parseFloat(text)).filter(Number.isFinite).reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThan(2000);
    expect(sum).toBeLessThan(6000);
    await page.keyboard.press('[');
    await page.waitForFunction((time) => window.planetfall!.time < time, later.time);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => window.planetfall!.time > 0);
    expect(faults).toEqual([]);
  });

  test('at touchdown readout, bars and arrows are of one record', async () => {
    const { page, faults } = await open(browser, await view(run('msl-sky-crane')));
    const state = async (): Promise<{ time: number; record: number; readout: number; bars: [string, string, number][]; arrows: boolean[] }> =>
      page.evaluate(() => ({
        time: window.planetfall!.time, record: window.planetfall!.forces!.record, arrows: window.planetfall!.forces!.arrows,
        readout: Number((document.querySelector('.readout') as HTMLElement).dataset['record']),
        bars: [...document.querySelectorAll<HTMLElement>('.load')].map((bar) => [bar.dataset['regime']!,
          bar.querySelector('.value')!.textContent!, Number.parseFloat((bar.querySelector('.fill') as HTMLElement).style.width)]),
      }));
    // From event to event through the touchdown, and record by record behind each.
    let touched = 0;
    for (let i = 0; i < 14; i++) {
      await page.keyboard.press(']');
      for (const key of ['', 'ArrowRight', 'ArrowRight']) {
        if (key !== '') await page.keyboard.press(key);
        // Records around the shown time may still be on their way.
        await page.waitForFunction(() => window.planetfall!.time - window.planetfall!.forces!.record < 0.006);
        await page.waitForTimeout(250);
        const now = await state();
        expect(now.readout).toBe(now.record);
        expect(now.record).toBeLessThanOrEqual(now.time + 1e-9);
        expect(now.time - now.record).toBeLessThan(0.006);
        now.bars.forEach(([regime, text, width], bar) => {
          const apart = regime === 'apart';
          expect([text === 'apart', width === 0]).toEqual([apart, apart]);
          if (apart) expect(now.arrows[bar]).toBe(false);
          if (!apart) touched++;
        });
      }
    }
    expect(touched).toBeGreaterThan(3);
    expect(faults).toEqual([]);
  });

  test('two runs are compared in one scene', async () => {
    const other = run('msl-incline-drop', 'soft', '--set', 'ground.damping_ratio=0.9');
    const { page, faults } = await open(browser, await view(drop, other));
    await scrub(page, 0.5);
    const { runs } = await look(page);
    expect(runs).toHaveLength(2);
    expect(runs.every(({ position }) => position !== null)).toBe(true);
    expect(runs[0].position).not.toEqual(runs[1].position);
    expect(faults).toEqual([]);
  });

  test('ruts grow with the shown time and have the colours of sinkage', async () => {
    const { page, faults } = await open(browser, await view(sand));
    await page.waitForFunction(() => window.planetfall!.ruts !== null);
    await scrub(page, 0.01);
    const { ruts: start } = await look(page);
    await scrub(page, 0.99);
    const { ruts: end, pictures } = await look(page);
    expect(start!.moved).toBeLessThan(0.05);
    expect(end!.moved).toBeGreaterThan(0.9);
    expect(end!.deepest_m).toBeGreaterThan(0.01);
    expect(end!.deepest_m).toBeLessThan(0.06);
    const plain = await pixels(page, '#canvas');
    await page.keyboard.press('c');
    await page.keyboard.press('c');
    await page.keyboard.press('c');
    await page.waitForFunction(() => window.planetfall!.colouring === 'sinkage');
    await drawn(page, pictures);
    const coloured = await pixels(page, '#canvas');
    expect(coloured.colours).not.toBe(plain.colours);
    expect(faults).toEqual([]);
  });

  test('pressure on the footprints is shown with its legend, and switched off', async () => {
    const { page, faults } = await open(browser, await view(sand));
    await page.waitForFunction(() => window.planetfall!.pressure !== null);
    await scrub(page, 0.99);
    await page.waitForFunction(() => window.planetfall!.pressure!.nodes > 20);
    const { pressure, pictures } = await look(page);
    expect(pressure!.shown_pa).toBeGreaterThan(500);
    expect(pressure!.usual_pa).toBeGreaterThan(5e3);
    expect(pressure!.usual_pa).toBeLessThan(150e3);
    const legend = page.locator('.legend', { hasText: 'Pressure on soil' });
    expect(await legend.innerText()).toMatch(/\d kPa/);
    await page.keyboard.press('3');
    await drawn(page, pictures);
    const shown = await pixels(page, '#canvas');
    const before = (await look(page)).pictures;
    await page.keyboard.press('u');
    await page.waitForFunction(() => !window.planetfall!.pressure!.visible);
    await drawn(page, before);
    const hidden = await pixels(page, '#canvas');
    expect(shown.colours).toBeGreaterThan(hidden.colours);
    expect(faults).toEqual([]);
  });

  test('a truncated history is a message, beside a sound run and alone', async () => {
    const both = await open(browser, await view(drop, cut));
    expect(await both.page.locator('.message').first().innerText()).toContain('history.parquet');
    const alone = await visit(browser, await view(cut));
    await alone.page.locator('.card').waitFor();
    expect(await alone.page.locator('.card').innerText()).toContain('history.parquet');
  });
});
