// All plots: they share the range of time and the line of the shown time.

import { type Client, isAbort, messageOf, type TimeRange } from '../api/client';
import type { Row } from '../api/model';
import { download, h, iconButton } from '../page/dom';
import type { Messages } from '../page/messages';
import type { Run } from '../run';
import type { Clock } from '../timeline/clock';
import { channelsOf, defaultPlots, plotTitle, plotUnit, type Channel } from './channels';
import { Chooser } from './chooser';
import { picture, pngOf } from './export';
import { Plot } from './plot';
import { loadCurves } from './source';
import { csv } from './table';

const EXPORT_POINTS = 8192;

interface Card {
  channels: Channel[];
  plot: Plot;
  element: HTMLElement;
  title: HTMLElement;
  problem: HTMLElement;
  request: AbortController | null;
}

export class PlotPanel {
  readonly element = h('div', { class: 'plots' });
  private readonly client: Client;
  private readonly runs: Run[];
  private readonly clock: Clock;
  private readonly messages: Messages;
  private readonly chooser = new Chooser();
  private readonly list = h('div', { class: 'plot-list' });
  private readonly channels: Channel[];
  private cards: Card[] = [];
  private zoomed: TimeRange | null = null;

  constructor(client: Client, runs: Run[], clock: Clock, messages: Messages) {
    this.client = client;
    this.runs = runs.filter((run) => run.readable);
    this.clock = clock;
    this.messages = messages;
    this.channels = allChannels(this.runs);
    const button = (text: string, title: string, action: () => void): HTMLElement =>
      h('button', { type: 'button', title, onclick: action }, text);
    this.element.append(
      h('div', { class: 'plot-tools', role: 'toolbar', 'aria-label': 'Plots' },
        button('Add plot', 'A new plot of any columns', () => this.addEmpty()),
        h('span', { class: 'spring' }),
        button('Zoom in', 'Zoom in about the shown time (Z)', () => this.zoomBy(0.5)),
        button('Out', 'Zoom out (Shift+Z)', () => this.zoomBy(2)),
        button('All', 'The whole run (X)', () => this.zoom(null))),
      this.list);
    for (const plot of defaultPlots(this.channels)) this.add(plot);
    clock.listen(() => this.follow());
  }

  get range(): TimeRange {
    return this.zoomed ?? { from: this.clock.start, to: this.clock.end };
  }

  /** Where each plot shows the time, in pixels. */
  get playheads(): number[] {
    return this.cards.map(({ plot }) => plot.playheadAt);
  }

  /** Loads and draws all plots again: after zooming, or when other runs are shown. */
  async refresh(): Promise<void> {
    await Promise.all(this.cards.map((card) => this.load(card)));
  }

  /** Draws all plots in the page's colours. */
  themed(): void {
    for (const { plot } of this.cards) plot.themed();
    void this.refresh();
  }

  /** Whether anybody sees the plots. */
  get visible(): boolean {
    return this.element.offsetParent !== null;
  }

  zoom(range: TimeRange | null): void {
    const whole = this.clock.end - this.clock.start;
    this.zoomed = range === null || range.to - range.from >= whole ? null : {
      from: Math.max(this.clock.start, range.from), to: this.clock.grows ? range.to : Math.min(this.clock.end, range.to),
    };
    void this.refresh();
  }

  zoomBy(factor: number): void {
    const { from, to } = this.range;
    const half = 0.5 * factor * (to - from);
    const middle = factor < 1 ? this.clock.time : 0.5 * (from + to);
    this.zoom({ from: middle - half, to: middle + half });
  }

  /** Takes a record of one run, for exact values in the legends. */
  setRecord(run: Run, row: Row): void {
    for (const { plot } of this.cards) plot.setRecord(run, row);
  }

  private follow(): void {
    const { time, playing } = this.clock;
    // While it plays, a zoomed range goes along like a page that is turned.
    if (this.zoomed !== null && playing && (time > this.zoomed.to || time < this.zoomed.from)) {
      const width = this.zoomed.to - this.zoomed.from;
      // Of what goes on, most of the page is what has been.
      const from = this.clock.grows ? time - 0.7 * width : time;
      this.zoom({ from, to: from + width });
    }
    for (const { plot } of this.cards) plot.setTime(time);
  }

  private addEmpty(): void {
    this.chooser.open(this.channels, [], (chosen) => {
      if (chosen.length > 0) void this.load(this.add(chosen));
    });
  }

  private add(channels: Channel[]): Card {
    const plot = new Plot({
      seek: (time) => { this.clock.pause(); this.clock.seek(time); },
      zoom: (range) => this.zoom(range),
    });
    const title = h('h3', {});
    const problem = h('p', { class: 'problem', hidden: true });
    const element = h('section', { class: 'plot-card' });
    const card: Card = { channels, plot, element, title, problem, request: null };
    element.append(h('header', {}, title, ...this.buttons(card)), problem, plot.element, plot.legend);
    this.cards.push(card);
    this.list.append(element);
    this.rename(card);
    return card;
  }

  private buttons(card: Card): HTMLElement[] {
    const named = (text: string, label: string, action: () => void): HTMLElement =>
      h('button', { type: 'button', class: 'small', title: label, 'aria-label': label, onclick: action }, text);
    return [
      iconButton('list', 'Choose columns', () => this.chooser.open(this.channels, card.channels, (chosen) => {
        if (chosen.length === 0) return this.remove(card);
        card.channels = chosen;
        this.rename(card);
        void this.load(card);
      })),
      named('PNG', 'Save this plot as a picture', () => void this.savePicture(card)),
      named('CSV', 'Save the shown range as a table', () => void this.saveTable(card)),
      iconButton('close', 'Remove this plot', () => this.remove(card)),
    ];
  }

  private rename(card: Card): void {
    const unit = plotUnit(card.channels);
    card.title.replaceChildren(plotTitle(card.channels),
      unit === '' ? '' : h('span', { class: 'quiet' }, ` ${unit}`));
  }

  private remove(card: Card): void {
    card.request?.abort();
    card.plot.destroy();
    card.element.remove();
    this.cards = this.cards.filter((other) => other !== card);
  }

  private async load(card: Card): Promise<void> {
    card.request?.abort();
    const request = new AbortController();
    card.request = request;
    const { range } = this;
    card.plot.show(range);
    const n = Math.min(2000, Math.max(400, 2 * card.plot.element.clientWidth));
    try {
      const curves = await loadCurves(
        this.client, this.shownRuns(), card.channels, range, n, request.signal);
      card.problem.hidden = true;
      card.plot.draw(curves, range);
      card.plot.setTime(this.clock.time);
    } catch (cause) {
      if (isAbort(cause)) return;
      card.problem.textContent = messageOf(cause);
      card.problem.hidden = false;
    }
  }

  private shownRuns(): Run[] {
    return this.runs.filter((run) => run.visible);
  }

  private fileName(card: Card, ending: string): string {
    const title = plotTitle(card.channels).toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    return `${this.runs.map((run) => run.label).join('-')}-${title}.${ending}`;
  }

  private async savePicture(card: Card): Promise<void> {
    const { canvas } = card.plot;
    if (canvas === null) return;
    const drawn = picture(canvas, card.title.textContent ?? '', card.plot.shown, this.clock.time);
    download(this.fileName(card, 'png'), await pngOf(drawn));
  }

  private async saveTable(card: Card): Promise<void> {
    const runs = this.shownRuns();
    try {
      const curves = await loadCurves(this.client, runs, card.channels, this.range, EXPORT_POINTS);
      const named = curves.map((curve) => ({
        ...curve,
        label: [curve.measured ? curve.label : curve.channel.name, runs.length > 1 ? curve.run.label : '']
          .filter((part) => part !== '').join(' '),
      }));
      download(this.fileName(card, 'csv'), new Blob([csv(named)], { type: 'text/csv' }));
      if (curves.some((curve) => curve.times.length >= EXPORT_POINTS - 3)) {
        this.messages.show('The table holds the extremes of every interval, not every record: zoom in, '
          + 'or let `planetfall export DIR --to csv` write them all.');
      }
    } catch (cause) {
      this.messages.warn('The table could not be made', [messageOf(cause)]);
    }
  }
}

/** Channels of all runs, in the order of the first run that has them. */
function allChannels(runs: Run[]): Channel[] {
  const found = new Map<string, Channel>();
  for (const run of runs) {
    for (const channel of channelsOf(run.meta?.columns ?? [])) {
      if (!found.has(channel.name)) found.set(channel.name, channel);
    }
  }
  return [...found.values()];
}
