import { expect, test } from 'vitest';
import { fixed, quantityOf, shortNames, significant } from '../../src/page/text';

test('numbers are short, with a typographic minus, and absent ones are a dash', () => {
  expect([1234.567, -0.00012346, 1e9, 0, null].map((x) => significant(x)))
    .toEqual(['1235', '−0.0001235', '1e9', '0', '–']);
  expect([fixed(-0.0001, 2), fixed(-1.5, 1), fixed(NaN, 1)]).toEqual(['0.00', '−1.5', '–']);
});

test('a quantity is the name without its unit', () => {
  expect(quantityOf('wheel_1.normal_force_n', 'N')).toBe('normal force');
  expect(quantityOf('body.qw', '')).toBe('qw');
  expect(quantityOf('phase', '')).toBe('phase');
});

test('names lose the words that all of them begin with, but stay words', () => {
  expect(shortNames(['wheel_front_left', 'wheel_rear_left'])).toEqual(['front left', 'rear left']);
  expect(shortNames(['wheel_1', 'wheel_2'])).toEqual(['wheel 1', 'wheel 2']);
  expect(shortNames(['foot'])).toEqual(['foot']);
});
