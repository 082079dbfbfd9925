import { describe, expect, it } from 'vitest';
import { DepartureDate, InOrder, MomentFilter, readRequest } from '../index.js';
import { outcome, read, wrong } from '../spec/fields.js';

describe('departuredDate', () => {
  it.each([
    ['2026-02-28 23:59:59', '2026-02-28'],
    ['2026-02-28T23:59:59', '2026-02-28'],
    ['2026-02-28T23:59:59.999Z', '2026-02-28'],
    ['2024-02-29T00:00:00.000Z', '2024-02-29'],
    ['2026-02-30 10:00:00', wrong('invalid_format')],
    ['2025-02-29T00:00:00', wrong('invalid_format')],
    ['2026-13-01 10:00:00', wrong('invalid_format')],
    ['2026-02-28 24:00:00', wrong('invalid_format')],
    ['2026-02-28 10:60:00', wrong('invalid_format')],
    ['0000-01-01 00:00:00', wrong('invalid_format')],
    ['2026-02-28', wrong('invalid_format')],
    ['2026-02-28T10:00:00Z', wrong('invalid_format')],
    ['2026-02-28T10:00:00.000', wrong('invalid_format')],
    ['2026-02-28T10:00:00+01:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00.000Z', wrong('invalid_format')],
    [' 2026-02-28 10:00:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00\n', wrong('invalid_format')],
    [20260228, wrong('invalid_type')],
  ])('%s', (raw, expected) => {
    expect(read(DepartureDate(), raw)).toEqual(expected);
  });
});

describe('startDate and endDate', () => {
  it.each([
    ['2026-02-28T10:00:00Z', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28T10:00:00', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28T10:00:00.123Z', new Date('2026-02-28T10:00:00.123Z')],
    ['2026-02-30T10:00:00Z', wrong('invalid_format')],
    ['2026-02-28', wrong('invalid_format')],
    ['2026-02-28 10:00:00', wrong('invalid_format')],
    [['2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z'], wrong('invalid_type')],
  ])('%s', (raw, expected) => {
    expect(read(MomentFilter(), raw)).toEqual(expected);
  });

  it('may not be the wrong way round', () => {
    @InOrder('startDate', 'endDate')
    class Range {
      @MomentFilter() startDate?: Date;
      @MomentFilter() endDate?: Date;
    }
    const ask = (startDate: string, endDate: string) => outcome(() => readRequest(Range, { startDate, endDate }));
    expect(ask('2026-02-28T10:00:01Z', '2026-02-28T10:00:00Z')).toEqual(['startDate out_of_range']);
    expect(ask('2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z')).toBeInstanceOf(Range);
  });
});
