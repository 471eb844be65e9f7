// One plot: curves over time, a line at the shown time, click to go there, drag to zoom.

import uPlot from 'uplot';
import type { TimeRange } from '../api/client';
import type { Row } from '../api/model';
import { h } from '../page/dom';
import { significant } from '../page/text';
import { channelValue } from './channels';
import { joined, valueAt } from './table';
import type { Run } from '../run';
import type { PlotCurve } from './source';

const HEIGHT = 132;
/** A pointer that moves less than this has clicked. */
const CLICK_PX = 4;

export interface PlotActions {
  seek(time: number): void;
  zoom(range: TimeRange | null): void;
}

export class Plot {
  readonly element = h('div', { class: 'plot' });
  readonly legend = h('ul', { class: 'plot-legend' });
  private readonly actions: PlotActions;
  private readonly playhead = h('div', { class: 'playhead' });
  private chart: uPlot | null = null;
  private curves: PlotCurve[] = [];
  private hidden = new Set<string>();
  private values: { curve: PlotCurve; element: HTMLElement }[] = [];
  private range: TimeRange = { from: 0, to: 1 };
  private time = 0;
  /** Colours of the page have changed. */
  private restyle = false;
  private record: { run: Run; row: Row } | null = null;

  constructor(actions: PlotActions) {
    this.actions = actions;
    new ResizeObserver(() => this.fit()).observe(this.element);
    this.listen();
  }

  get canvas(): HTMLCanvasElement | null { return this.chart?.ctx.canvas ?? null; }
  get shown(): PlotCurve[] { return this.curves.filter(({ short }) => !this.hidden.has(short)); }

  /** Where the line of the shown time stands, in pixels of the plot; not a number outside. */
  get playheadAt(): number {
    return this.playhead.hidden ? NaN : Number.parseFloat(this.playhead.style.left);
  }

  /** Shows another range with the curves that are there, until finer ones come. */
  show(range: TimeRange): void {
    const { from, to } = this.range;
    if (this.chart !== null && (from !== range.from || to !== range.to)) this.draw(this.curves, range);
  }

  draw(curves: PlotCurve[], range: TimeRange): void {
    const same = this.chart !== null && curves.length > 0 && drawnAs(curves) === drawnAs(this.curves);
    this.curves = curves;
    this.range = range;
    // New points of the same curves: the chart and its legend stay, with what is pressed in them.
    if (same && !this.restyle) {
      this.values = this.values.map(({ curve, element }) => ({ element, curve: curves.find(({ label }) => label === curve.label) ?? curve }));
      this.chart?.setData(this.table());
      this.setTime(this.time);
      return;
    }
    this.restyle = false;
    this.chart?.destroy();
    this.chart = null;
    const width = this.element.clientWidth;
    if (width === 0) return;
    this.chart = new uPlot(this.options(width), this.table(), this.element);
    this.chart.over.append(this.playhead);
    this.drawLegend();
    this.setTime(this.time);
  }

  setTime(time: number): void {
    this.time = time;
    if (this.chart === null) return;
    const inside = time >= this.range.from && time <= this.range.to;
    this.playhead.hidden = !inside;
    if (inside) this.playhead.style.left = `${this.chart.valToPos(time, 'x').toFixed(2)}px`;
    for (const { curve, element } of this.values) {
      element.textContent = significant(this.valueOf(curve), 4);
    }
  }

  /** Takes a record of one run, whose values are exact where curves are thinned. */
  setRecord(run: Run, row: Row): void {
    this.record = { run, row };
    this.setTime(this.time);
  }

  /** Takes the page's colours anew when it is drawn next. */
  themed(): void {
    this.restyle = true;
  }

  destroy(): void {
    this.chart?.destroy();
    this.chart = null;
  }

  private valueOf(curve: PlotCurve): number {
    const { record, time } = this;
    if (record !== null && curve.run === record.run && !curve.measured) {
      const { time_s, next_time_s, values } = record.row;
      const holds = Math.abs(time - time_s) < 1e-9 || (time > time_s && next_time_s === null);
      const value = values[curve.channel.source];
      if (holds && value !== undefined) return channelValue(curve.channel, value ?? NaN);
    }
    return valueAt(curve, time);
  }

  private fit(): void {
    const width = this.element.clientWidth;
    if (width === 0) return;
    if (this.chart === null) {
      if (this.curves.length > 0) this.draw(this.curves, this.range);
      return;
    }
    if (this.chart.width === width) return;
    this.chart.setSize({ width, height: HEIGHT });
    this.setTime(this.time);
  }

  private table(): uPlot.AlignedData {
    const { times, columns } = joined(this.curves);
    return [times, ...columns] as uPlot.AlignedData;
  }

  private options(width: number): uPlot.Options {
    const style = getComputedStyle(document.documentElement);
    const axis = (size: number): uPlot.Axis => ({
      stroke: style.getPropertyValue('--quiet'),
      grid: { stroke: style.getPropertyValue('--line'), width: 1 },
      ticks: { show: false },
      font: '11px system-ui, sans-serif',
      size,
      values: (_, splits) => splits.map((value) => significant(value, 5)),
    });
    return {
      width, height: HEIGHT, padding: [8, 10, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false } },
      scales: { x: { time: false, range: () => [this.range.from, this.range.to] } },
      axes: [{ ...axis(24), space: 60, values: (_, splits) => withSeconds(splits) }, { ...axis(54), space: 26 }],
      series: [{}, ...this.curves.map((curve) => this.series(curve))],
      hooks: {
        setSelect: [(chart) => {
          const { left, width: selected } = chart.select;
          if (selected < CLICK_PX) return;
          const [from, to] = [left, left + selected].map((at) => chart.posToVal(at, 'x'));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          this.actions.zoom({ from, to });
        }],
      },
    };
  }

  private series(curve: PlotCurve): uPlot.Series {
    const common = { stroke: curve.colour, show: !this.hidden.has(curve.short) };
    if (curve.measured) {
      return { ...common, paths: () => null, points: { show: true, size: 5, fill: curve.colour } };
    }
    return { ...common, width: 1.4, dash: curve.dash, points: { show: false } };
  }

  /** Listens on the plot, not on its chart: a chart may be drawn anew between press and release. */
  private listen(): void {
    let pressed = 0;
    const inside = (event: MouseEvent): boolean => {
      const box = this.chart?.over.getBoundingClientRect();
      return box !== undefined && event.clientX >= box.left && event.clientX <= box.right
        && event.clientY >= box.top && event.clientY <= box.bottom;
    };
    this.element.addEventListener('mousedown', (event) => { pressed = event.clientX; });
    this.element.addEventListener('click', (event) => {
      if (this.chart === null || !inside(event) || Math.abs(event.clientX - pressed) >= CLICK_PX) return;
      this.actions.seek(this.chart.posToVal(event.clientX - this.chart.over.getBoundingClientRect().left, 'x'));
    });
    this.element.addEventListener('dblclick', (event) => { if (inside(event)) this.actions.zoom(null); });
  }

  /** A chip for each channel, with its value in each run. */
  private drawLegend(): void {
    this.values = [];
    const names = [...new Set(this.curves.map(({ short }) => short))];
    const runs = [...new Set(this.curves.map(({ run }) => run))];
    const chips = names.map((name) => h('li', {}, this.chip(name)));
    this.legend.replaceChildren(...(runs.length > 1 ? [this.runKey(runs)] : []), ...chips);
  }

  /** Which run has which kind of line. */
  private runKey(runs: Run[]): HTMLElement {
    return h('li', { class: 'run-key' }, ...runs.map((run) => {
      const curve = this.curves.find((other) => other.run === run && !other.measured);
      const single = new Set(this.curves.map(({ short }) => short)).size === 1;
      const line = sample(single ? run.colour : 'currentColor', curve?.dash ?? [], false);
      return h('span', {}, line, run.label);
    }));
  }

  private chip(name: string): HTMLButtonElement {
    const mine = this.curves.filter(({ short }) => short === name);
    const values = mine.map((curve) => {
      const element = h('span', { class: 'value' });
      this.values.push({ curve, element });
      return element;
    });
    const [first] = mine;
    const button = h('button', {
      type: 'button', class: 'chip', title: `Show or hide ${first.channel.name}`,
      'aria-pressed': String(!this.hidden.has(name)),
    }, sample(first.colour, [], first.measured), h('span', { class: 'chip-name' }, name), ...values);
    button.addEventListener('click', () => {
      if (!this.hidden.delete(name)) this.hidden.add(name);
      const show = !this.hidden.has(name);
      button.setAttribute('aria-pressed', String(show));
      this.curves.forEach(({ short }, i) => {
        if (short === name) this.chart?.setSeries(i + 1, { show });
      });
    });
    return button;
  }
}

/** What decides whether a chart can be kept for other points. */
function drawnAs(curves: PlotCurve[]): string {
  return curves.map(({ label, short, colour, dash, measured }) => [label, short, colour, dash, measured].join('|')).join('\n');
}

/** A piece of line, or a dot, as a curve is drawn. */
function sample(colour: string, dash: number[], dot: boolean): HTMLElement {
  const made = h('i', { class: dot ? 'dot' : dash.length > 0 ? 'line dashed' : 'line' });
  made.style.setProperty('--colour', colour);
  return made;
}

/** Times of an axis, the last of them with its unit. */
function withSeconds(splits: number[]): string[] {
  return splits.map((value, i) => significant(value, 7) + (i === splits.length - 1 ? ' s' : ''));
}
