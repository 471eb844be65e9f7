// A headless Chromium with software rendering, and questions that tests ask of the page.

import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import path from 'node:path';
import type { Hook } from '../../src/hook';

export const BUNDLE = path.resolve(import.meta.dirname, '../../../crates/planetfall-view/bundle');

const ARGUMENTS = [
  '--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--no-first-run', '--disable-background-networking', '--hide-scrollbars',
];

/** The browser's program, if this machine has one. */
export function program(): string | null {
  const places = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = places.find((place) => place !== undefined && existsSync(place)) ?? null;
  if (found === null) {
    if (process.env['CI'] === 'true') throw new Error('CI needs Chromium for the tests of the page.');
    console.warn('SKIPPED, because it is absent: Chromium (set CHROMIUM to its path)');
  }
  return found;
}

/** The command under test, if it has been built. */
export function planetfall(): string | null {
  const found = process.env['PLANETFALL_BIN'];
  if (found !== undefined && existsSync(found)) return found;
  if (process.env['CI'] === 'true') throw new Error('CI needs PLANETFALL_BIN, the built command.');
  console.warn('SKIPPED, because it is absent: the command planetfall (set PLANETFALL_BIN)');
  return null;
}

export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

export interface Opened {
  page: Page;
  /** What went wrong in the page, and requests that left the server. */
  faults: string[];
}

/** Opens the page in test mode and waits until all of it is there. */
export async function open(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const { page, faults } = await visit(browser, url, options);
  await page.waitForFunction(() => window.planetfall?.loaded === true, null, { timeout: 90_000 });
  return { page, faults };
}

export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 700 }, ...options });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  page.on('request', (request) => {
    const address = request.url();
    if (!address.replace(/^ws:/, 'http:').startsWith(new URL(url).origin) && !/^(data|blob):/.test(address)) faults.push(`asked for ${address}`);
  });
  const address = new URL(url);
  address.searchParams.set('test', '');
  await page.goto(address.href);
  return { page, faults };
}

/** A copy of what the page offers to tests. */
export function look(page: Page): Promise<Hook> {
  return page.evaluate(() => {
    const hook = window.planetfall!;
    return {
      loaded: hook.loaded, time: hook.time, end: hook.end, playing: hook.playing, speed: hook.speed,
      camera: hook.camera, colouring: hook.colouring, position: hook.position, runs: hook.runs,
      playheads: hook.playheads, range: hook.range, pictures: hook.pictures,
      followed: hook.followed, vehicles: hook.vehicles, cables: hook.cables, plumes: hook.plumes,
      ruts: hook.ruts, pressure: hook.pressure, forces: hook.forces, live: hook.live,
    };
  });
}

/** Waits until the scene has been drawn anew since a count of pictures. */
export async function drawn(page: Page, since: number): Promise<void> {
  await page.waitForFunction((count) => window.planetfall!.pictures > count, since, { timeout: 60_000 });
}

/** Presses at a share of the slider of time. */
export async function scrub(page: Page, share: number): Promise<void> {
  const box = (await page.locator('.slider').boundingBox())!;
  await page.mouse.click(box.x + share * box.width, box.y + box.height / 2 + 3);
}

export interface Pixels {
  /** Distinct colours, in steps of 8 of 256. */
  colours: number;
  /** Mean and standard deviation of brightness, 0 to 255. */
  mean: number;
  deviation: number;
}

/** Statistics of what is to be seen at an element. */
export async function pixels(page: Page, selector: string): Promise<Pixels> {
  const picture = await page.locator(selector).screenshot({ timeout: 60_000 });
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const bytes = context.getImageData(0, 0, image.width, image.height).data;
    const colours = new Set<number>();
    let [sum, squares] = [0, 0];
    for (let i = 0; i < bytes.length; i += 4) {
      const [r, g, b] = [bytes[i], bytes[i + 1], bytes[i + 2]];
      colours.add(((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3));
      const light = 0.299 * r + 0.587 * g + 0.114 * b;
      sum += light;
      squares += light * light;
    }
    const count = bytes.length / 4;
    const mean = sum / count;
    return { colours: colours.size, mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
  }, picture.toString('base64'));
}
