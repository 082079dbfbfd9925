import { describe, expect, it } from 'vitest';
import { DateFilter, Day, DepartureDate, InOrder, MomentOrDay, readRequest, WrittenMoment } from '../index.js';
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
    ['2026-02-28', '2026-02-28'],
    ['2026-02-30', wrong('invalid_format')],
    ['2026-02-28T10:00:00Z', wrong('invalid_format')],
    ['2026-02-28T10:00:00.000', wrong('invalid_format')],
    ['2026-02-28T10:00:00+01:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00.000Z', wrong('invalid_format')],
    [' 2026-02-28 10:00:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00\n', wrong('invalid_format')],
    ['2026-02-28 10:00:00.977472', wrong('invalid_format')],
    ['2026/02/28', wrong('invalid_format')],
    ['2026-11', wrong('invalid_format')],
    ['2026-11-20 11:22', wrong('invalid_format')],
    ['2026-11-20T11:22', wrong('invalid_format')],
    ['2026-11-20T11:22:33.44Z', wrong('invalid_format')],
    ['2026-11-20T11:22:33.444+01:00', wrong('invalid_format')],
    ['2026-11-20t11:22:33.444z', wrong('invalid_format')],
    ['20-11-2026 11:22:33', wrong('invalid_format')],
    ['2026-1-2 11:22:33', wrong('invalid_format')],
    ['2026-11-20  11:22:33', wrong('invalid_format')],
    ['1763637753000', wrong('invalid_format')],
    ['tomorrow', wrong('invalid_format')],
    ['', wrong('invalid_format')],
    [20260228, wrong('invalid_type')],
    [null, wrong('invalid_type')],
  ])('%s', (raw, expected) => {
    expect(read(DepartureDate(), raw)).toEqual(expected);
  });

  const latest = new Date().getUTCFullYear() + 10;
  it.each([
    ['1970-01-01', '1970-01-01'],
    ['1969-12-31', wrong('out_of_range')],
    ['1448-06-10', wrong('out_of_range')],
    ['0001-01-01', wrong('out_of_range')],
    [`${latest}-12-31`, `${latest}-12-31`],
    [`${latest + 1}-01-01`, wrong('out_of_range')],
    ['2569-11-20', wrong('out_of_range')],
    ['2569-02-30', wrong('invalid_format')],
  ])('and days of stays are plausible: %s', (raw, expected) => {
    expect(read(Day(), raw)).toEqual(expected);
    expect(read(DepartureDate(), raw)).toEqual(expected);
    expect(read(DateFilter(), raw)).toEqual(raw === '2569-02-30' ? expected : raw);
  });
});

describe('startDate and endDate', () => {
  it.each([
    ['2026-02-28T10:00:00Z', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28T10:00:00', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28T10:00:00.123Z', new Date('2026-02-28T10:00:00.123Z')],
    ['2026-02-30T10:00:00Z', wrong('invalid_format')],
    ['2026-02-28T10:00:00+02:00', new Date('2026-02-28T08:00:00.000Z')],
    ['2026-02-28T10:00:00 02:00', new Date('2026-02-28T08:00:00.000Z')],
    ['2026-02-28 10:00:00 02:00', wrong('invalid_format')],
    ['2026-02-28T20:30:00.5-05:30', new Date('2026-03-01T02:00:00.500Z')],
    ['2026-02-28t10:00:00.123456789z', new Date('2026-02-28T10:00:00.123Z')],
    ['2026-02-28 10:00:00', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28', new Date('2026-02-28T00:00:00.000Z')],
    ['2026-02-30', wrong('invalid_format')],
    ['2026-02-28T10:00:00+24:00', wrong('invalid_format')],
    ['2026-02-28T10:00:00+0200', wrong('invalid_format')],
    ['2026-11-15 02:13:52.977472', new Date('2026-11-15T02:13:52.977Z')],
    ['2026-11-15 02:13:52.9', new Date('2026-11-15T02:13:52.900Z')],
    ['2026-11-15 02:13:52.977472+00', new Date('2026-11-15T02:13:52.977Z')],
    ['2026-11-15 02:13:52.977472-09:30', new Date('2026-11-15T11:43:52.977Z')],
    ['2026-11-15T02:13:52.97747212345678+05', new Date('2026-11-14T21:13:52.977Z')],
    ['2026-02-28 10:00:00Z', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28 10:00:00 +02', wrong('invalid_format')],
    ['2026-02-28  10:00:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00.', wrong('invalid_format')],
    [`2026-02-28 10:00:00.${'0'.repeat(60)}`, wrong('invalid_format')],
    ['0001-01-01T00:00:00+02:00', wrong('invalid_format')],
    ['9999-12-31T23:59:59-01:00', wrong('invalid_format')],
    [['2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z'], wrong('invalid_type')],
  ])('%s', (raw, expected) => {
    expect(read(MomentOrDay('start'), raw)).toEqual(expected);
  });

  it('are the first and the last moment of a bare date', () => {
    expect(read(MomentOrDay('start'), '2024-02-29')).toEqual(new Date('2024-02-29T00:00:00.000Z'));
    expect(read(MomentOrDay('end'), '2024-02-29')).toEqual(new Date('2024-02-29T23:59:59.999Z'));
  });

  it.each([
    ['2024-02-29', '2024-02-29'],
    ['2026-02-29', wrong('invalid_format')],
    ['2026-02-28 00:00:00', wrong('invalid_format')],
    [['2024-02-29', '2024-02-29'], wrong('invalid_type')],
  ])('of departures are dates: %s', (raw, expected) => expect(read(DateFilter(), raw)).toEqual(expected));

  it.each([
    ['2026-02-28T20:30:00.5-05:30', '2026-02-28T20:30:00.500-05:30'],
    ['2026-02-28t10:00:00z', '2026-02-28T10:00:00.000Z'],
    ['2026-02-28 10:00:00', '2026-02-28T10:00:00.000'],
    ['2026-02-28', '2026-02-28T00:00:00.000'],
    ['2026-11-15 23:13:52.977472+05', '2026-11-15T23:13:52.977+05:00'],
    ['2026-11-15 02:13:52.977472', '2026-11-15T02:13:52.977'],
    ['1448-06-10', wrong('out_of_range')],
    ['2026-02-30', wrong('invalid_format')],
    [20260228, wrong('invalid_type')],
  ])('of finds keep the date as it is written: %s', (raw, expected) => expect(read(WrittenMoment(), raw)).toEqual(expected));

  it('may not be the wrong way round', () => {
    @InOrder('startDate', 'endDate')
    class Range {
      @MomentOrDay('start') startDate?: Date;
      @MomentOrDay('end') endDate?: Date;
    }
    const ask = (startDate: string, endDate: string) => outcome(() => readRequest(Range, { startDate, endDate }));
    expect(ask('2026-02-28T10:00:01Z', '2026-02-28T10:00:00Z')).toEqual(['startDate out_of_range']);
    expect(ask('2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z')).toBeInstanceOf(Range);
  });
});
