// Names and numbers as a reader wants them. Columns are called `entity.quantity_unit`.

const MINUS = '\u2212';

/** So many significant digits, without needless zeros, with a typographic minus. */
export function significant(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  if (value === 0) return '0';
  const power = Math.floor(Math.log10(Math.abs(value)));
  const plain = power >= -4 && power < 7;
  const text = plain
    ? String(Number(value.toPrecision(digits)))
    : Number(value.toPrecision(digits)).toExponential().replace('e+', 'e');
  return text.replaceAll('-', MINUS);
}

/** A fixed number of decimals, which does not jump about while it changes. */
export function fixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace('-', '') : text).replace('-', MINUS);
}

export function entityOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(0, dot);
}

/** The quantity in words, without entity and, where it is known, without unit. */
export function quantityOf(name: string, unit: string): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const words = last.split('_');
  let kept = words.length;
  // The unit's words are those at the end that it is spelt with.
  const spelt = UNIT_WORDS[unit];
  if (spelt !== undefined && last.endsWith(`_${spelt}`)) kept -= spelt.split('_').length;
  return words.slice(0, Math.max(1, kept)).join(' ');
}

const UNIT_WORDS: Record<string, string> = {
  'm': 'm', 's': 's', 'N': 'n', 'J': 'j', 'rad': 'rad', '°': 'deg', 'W': 'w', 'kg': 'kg',
  'm/s': 'm_per_s', 'm/s²': 'm_per_s2', 'rad/s': 'rad_per_s', 'N·m': 'n_m', 'Pa': 'pa',
  'N·s': 'n_s', 'K': 'k',
};

/** Words in place of underscores and dots. */
export function words(name: string): string {
  return name.replaceAll(/[_.]+/g, ' ');
}

/** Names without the words that all of them begin with: `front left` of `wheel_front_left`. */
export function shortNames(names: string[]): string[] {
  const split = names.map((name) => words(name).split(' '));
  let common = 0;
  const shortest = Math.min(...split.map((parts) => parts.length));
  while (
    split.length > 1 && common < shortest - 1
    && split.every((parts) => parts[common] === split[0][common])
  ) common++;
  // "wheel 1" is clearer than "1".
  const bare = split.some((parts) => /^\d+$/.test(parts[common] ?? ''));
  return split.map((parts) => parts.slice(bare ? Math.max(0, common - 1) : common).join(' '));
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words of the simulation as a sentence. */
export function sentence(text: string): string {
  const end = text === '' || /[.!?]$/.test(text) ? '' : '.';
  return capitalised(text) + end;
}
