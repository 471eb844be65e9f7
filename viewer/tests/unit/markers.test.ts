import { describe, expect, it } from 'vitest';
import { eventColour } from '../../src/scene/markers';

describe('colours of events', () => {
  it('distinguish every kind from every other, impacts too, and from kinds unknown to the page', () => {
    const kinds = ['phase', 'contact', 'lift-off', 'impact', 'end', 'separation', 'cut', 'mode', 'fault', 'unheard-of'];
    expect(new Set(kinds.map(eventColour)).size).toBe(kinds.length);
  });
});
