import { describe, expect, it } from 'vitest';
import { contrast, inkOn, readableOn } from './contrast.js';

const COLORS = ['#000000', '#ffffff', '#ffe600', '#0b5cad', '#1d4f4a', '#ff0000', '#808080', '#39ff14', '#ffc0cb'];

describe('text in the color of a hotel', () => {
  it('is white or black on it, whichever has more contrast', () => {
    expect(COLORS.map(inkOn)).toEqual([
      '#ffffff',
      '#000000',
      '#000000',
      '#ffffff',
      '#ffffff',
      '#000000',
      '#000000',
      '#000000',
      '#000000',
    ]);
  });

  it.each(COLORS)('is read on light and on dark pages, in a shade of %s', (color) => {
    for (const background of ['#f4f1ec', '#ffffff', '#15181d', '#262c34'])
      expect(contrast(readableOn(background, color), background)).toBeGreaterThanOrEqual(4.5);
  });

  it('is the color itself where that is read already', () => {
    expect(readableOn('#f4f1ec', '#0b5cad')).toBe('#0b5cad');
    expect(readableOn('#15181d', '#ffe600')).toBe('#ffe600');
  });
});
