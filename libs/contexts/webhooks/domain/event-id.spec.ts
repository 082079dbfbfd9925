import { describe, expect, it } from 'vitest';
import { eventID, firstIdOf, isEventID, lastIdOf } from './event-id.js';

const at = new Date('2026-11-21T02:05:00.123Z');
const bits = (...last: number[]) => new Uint8Array([255, 1, 2, 3, 4, 5, 6, ...last]);

describe('an event identifier', () => {
  it('is a UUID of version 7 that carries the time', () => {
    const id = eventID(at, 7, bits(7));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7007-bf01-020304050607$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
    expect(isEventID(id)).toBe(true);
  });

  it('is the same for the same event and another for another', () => {
    expect(eventID(at, 7, bits(1))).toBe(eventID(at, 7, bits(1)));
    expect(eventID(at, 7, bits(1))).not.toBe(eventID(at, 7, bits(2)));
  });

  it('lies between the first and the last of its millisecond', () => {
    const id = eventID(at, 4_095, bits(0));
    expect(firstIdOf(at) < id && id < lastIdOf(at)).toBe(true);
    expect(id < firstIdOf(new Date(at.getTime() + 1))).toBe(true);
  });
});
