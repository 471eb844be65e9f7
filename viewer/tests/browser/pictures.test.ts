// Pictures of a run's cameras, from the real binary.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, open, program, scrub } from './browser';

const executable = program();
const found = process.env['PLANETFALL_BIN'];
const binary = found !== undefined && existsSync(found) ? found : null;

const SCENARIO = `extends = "bounce"
[[sensor]]
kind = "camera"
name = "eye"
period_s = 0.1
position_m = [-6.0, 0.0, 1.0]
width_px = 64
height_px = 48
baseline_m = 0.2
[[sensor]]
kind = "camera"
name = "ranger"
period_s = 1.0
width_px = 8
height_px = 8
picture = false
depth = true
`;

describe.skipIf(executable === null || binary === null)('cameras', () => {
  let browser: Browser;
  let server: ChildProcess;
  let address = '';
  const folder = mkdtempSync(path.join(tmpdir(), 'planetfall-pictures-'));

  beforeAll(async () => {
    writeFileSync(path.join(folder, 'seen.toml'), SCENARIO);
    const out = path.join(folder, 'run');
    execFileSync(binary!, ['run', path.join(folder, 'seen.toml'), '--quiet', '--out', out]);
    server = spawn(binary!, ['view', '--no-open', out], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: server.stdout! })) {
      address = line.trim().replace(/\/$/, '');
      break;
    }
    browser = await launch(executable!);
  });
  afterAll(async () => {
    await browser?.close();
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the newest pictures follow the shown time', async () => {
    const { page, faults } = await open(browser, address);
    await page.getByRole('tab', { name: 'Cameras' }).click();
    const caption = page.locator('.viewfinder figcaption').first();
    await page.waitForFunction(() => document.querySelectorAll<HTMLImageElement>('.viewfinder img').length === 2
      && [...document.querySelectorAll<HTMLImageElement>('.viewfinder img')].every((image) => image.naturalWidth === 64));
    expect(await caption.innerText()).toBe('number 1, at 0 s');
    await scrub(page, 0.6);
    await page.waitForFunction(() => !/number 1,/.test(document.querySelector('.viewfinder figcaption')!.textContent!));
    const number = Number(/number (\d+)/.exec(await caption.innerText())![1]);
    const shown = await page.evaluate(() => window.planetfall!.time);
    expect(number).toBe(Math.floor(shown / 0.1 + 1e-9) + 1);
    expect(await page.locator('.viewfinder').last().innerText()).toContain('Depths only');
    expect(faults).toEqual([]);
  });
});
