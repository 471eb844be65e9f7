// Curves joined over time: what uPlot draws and what a CSV file holds.

export interface Curve {
  label: string;
  times: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** One column of times, one per curve; `undefined` where a curve has no point, `null` where its
 * value is no number. */
export interface Table {
  times: number[];
  columns: (number | null | undefined)[][];
}

export function joined(curves: Curve[]): Table {
  const all = new Set<number>();
  for (const { times } of curves) for (let i = 0; i < times.length; i++) all.add(times[i]);
  const times = [...all].sort((a, b) => a - b);
  const place = new Map(times.map((time, i) => [time, i]));
  const columns = curves.map((curve) => {
    const column = new Array<number | null | undefined>(times.length).fill(undefined);
    for (let i = 0; i < curve.times.length; i++) {
      const value = curve.values[i];
      column[place.get(curve.times[i]) as number] = Number.isFinite(value) ? value : null;
    }
    return column;
  });
  return { times, columns };
}

/** Comma-separated values with a header line; empty where a curve has no point. */
export function csv(curves: Curve[]): string {
  const { times, columns } = joined(curves);
  const lines = [['time_s', ...curves.map((curve) => quoted(curve.label))].join(',')];
  times.forEach((time, row) => {
    lines.push([time, ...columns.map((column) => column[row] ?? '')].join(','));
  });
  return `${lines.join('\n')}\n`;
}

/** The value at a time, linear between points; not a number outside of them. */
export function valueAt(curve: Curve, time: number): number {
  const { times, values } = curve;
  const count = times.length;
  if (count === 0 || time < times[0] || time > times[count - 1]) return Number.NaN;
  let low = 0;
  let high = count - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const gap = times[high] - times[low];
  if (gap <= 0 || time >= times[high]) return values[high];
  return values[low] + ((time - times[low]) / gap) * (values[high] - values[low]);
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
