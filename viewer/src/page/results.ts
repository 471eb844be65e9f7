// Results of the runs: outcome, expectations, warnings, and metrics side by side.

import type { Expectation } from '../api/model';
import type { Run } from '../run';
import { h } from './dom';
import { significant } from './text';

export function results(runs: Run[]): HTMLElement {
  const readable = runs.filter((run) => run.meta !== null);
  const page = h('div', { class: 'results' });
  for (const run of readable) page.append(outcome(run));
  if (readable.length > 0) page.append(metrics(readable));
  return page;
}

function outcome(run: Run): HTMLElement {
  const meta = run.meta!;
  const failed = meta.failure !== null;
  return h('section', {},
    h('h3', {}, meta.label, h('span', { class: failed ? 'badge bad' : 'badge' }, meta.outcome)),
    failed ? h('p', { class: 'problem' }, meta.failure ?? '') : null,
    h('p', { class: 'quiet' }, `${meta.scenario} · ${meta.rows} records · ${meta.columns.length} columns`),
    ...run.problems.map((problem) => h('p', { class: 'problem' }, problem)),
    ...meta.warnings.map((warning) => h('p', { class: 'warning-line' }, warning)),
    meta.expect.length === 0 ? null : expectations(meta.expect));
}

/** Heads of the columns of expected values: only published ones are a paper's. */
const HEADINGS: [kind: string, heading: string][] = [
  ['published', 'Paper'],
  ['measured', 'Measured'],
  ['closed_form', 'Closed form'],
  ['independent', 'Independent'],
  ['regression', 'Regression'],
  ['unstated', 'Unstated'],
];

/** One table for each kind that occurs, headed by it. */
function expectations(expect: Expectation[]): HTMLElement {
  const tables = HEADINGS.map(([kind, heading]) => ({
    heading, those: expect.filter((one) => (one.kind ?? 'unstated') === kind),
  }));
  return h('div', {}, ...tables.filter(({ those }) => those.length > 0)
    .map(({ heading, those }) => table(heading, those)));
}

function table(heading: string, expect: Expectation[]): HTMLElement {
  const header = h('tr', {}, ...['Expected', heading, 'Here', ''].map((text, i) =>
    h('th', i === 1 || i === 2 ? { class: 'number' } : {}, text)));
  return h('table', { class: 'expect' }, h('thead', {}, header), h('tbody', {}, ...expect.map((one) => h('tr', { title: one.source ?? '' },
    h('td', {}, one.metric), h('td', { class: 'number' }, allowed(one)),
    h('td', { class: 'number' }, significant(one.value, 5)),
    h('td', { class: one.pass ? 'pass' : 'fail' }, judgement(one))))));
}

/** A run that never came to what a metric measures has no value for it. */
function judgement({ pass, value, known_miss: known }: Expectation): string {
  if (pass) return '✓ within';
  const missed = typeof value === 'number' ? '✗ outside' : '– no value';
  return typeof known === 'string' ? `${missed} (known: ${known})` : missed;
}

function allowed({ expected, tolerance, min, max }: Expectation): string {
  const text = (value: number | null | undefined): string => significant(value, 5);
  if (typeof expected === 'number') {
    return typeof tolerance === 'number' ? `${text(expected)} ± ${text(tolerance)}` : text(expected);
  }
  if (typeof min === 'number' && typeof max === 'number') return `${text(min)} … ${text(max)}`;
  return typeof min === 'number' ? `≥ ${text(min)}` : `≤ ${text(max)}`;
}

function metrics(runs: Run[]): HTMLElement {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run.meta!.metrics)))].sort();
  const meaning = (name: string): string =>
    runs.map((run) => run.meta!.meanings[name]).find((text) => text !== undefined) ?? name;
  const hay = names.map((name) => `${name} ${meaning(name)}`.toLowerCase());
  const rows = names.map((name) => h('tr', {}, h('td', { title: meaning(name) }, name),
    ...runs.map((run) => h('td', { class: 'number' }, significant(run.meta!.metrics[name], 6)))));
  const filter = h('input', { type: 'search', placeholder: 'Search metrics', 'aria-label': 'Search metrics' });
  filter.addEventListener('input', () => {
    const wanted = filter.value.toLowerCase().split(/\s+/);
    rows.forEach((row, i) => { row.hidden = !wanted.every((word) => hay[i].includes(word)); });
  });
  const head = h('tr', {}, h('th', {}, 'Metric'), ...runs.map((run) => h('th', { class: 'number' }, run.label)));
  return h('section', {}, h('h3', {}, 'Metrics'), filter,
    h('div', { class: 'wide' }, h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows))));
}
