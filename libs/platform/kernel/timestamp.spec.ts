import { describe, expect, it } from 'vitest';
import { recordTimestamp } from './timestamp.js';

describe('a moment in a record', () => {
  it.each([
    ['2026-11-21 10:00:00+00', '2026-11-21 10:00:00.000'],
    ['2026-11-21 10:00:00.1+00', '2026-11-21 10:00:00.100'],
    ['2026-11-21 10:00:00.012+00', '2026-11-21 10:00:00.012'],
    ['2026-11-21T10:00:00.012Z', '2026-11-21 10:00:00.012'],
    ['2026-11-21T12:00:00.012+02:00', '2026-11-21 10:00:00.012'],
    [new Date(Date.UTC(2026, 10, 21, 10)), '2026-11-21 10:00:00.000'],
  ])('%s is %s', (moment, shown) => {
    expect(recordTimestamp(moment)).toBe(shown);
  });
});
