import { expect, it } from 'vitest';
import { dialling } from './phone-link.js';

it.each([
  ['+31 20 123 4567', 'NL', 'tel:+31201234567'],
  ['+49 (0)40 123456', 'DE', 'tel:+4940123456'],
  ['(040) 12 34 56 (24h)', 'DE', 'tel:+4940123456'],
  ['Tel. 040 123456', 'DE', 'tel:+4940123456'],
  ['Reception 24/7 +44 20 7946 0958', 'GB', 'tel:+442079460958'],
  ['０３－１２３４－５６７８（代）', 'JP', 'tel:+81312345678'],
  ['212-555-0123 x5', 'US', 'tel:+12125550123;ext=5'],
  ['112', 'DE', 'tel:112'],
])('%s, as staff of a Location in %s write it, is dialled as %s', (text, countryID, link) =>
  expect(dialling(text, countryID)).toBe(link),
);

it.each(['040 123456 / 0170 1234567', 'Dial 9 from your room', 'Ring twice'])('%s is shown, and not dialled', (text) =>
  expect(dialling(text, 'DE')).toBeNull(),
);
