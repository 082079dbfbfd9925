/** The lowest ID of a millisecond: IDs are ordered by the time they contain (UUID version 7, RFC 9562). */
export function firstIdOf(moment: Date): string {
  return format(Math.max(0, moment.getTime()).toString(16).padStart(12, '0') + '0'.repeat(20));
}

/** The highest ID of a millisecond. */
export function lastIdOf(moment: Date): string {
  return format(Math.max(0, moment.getTime()).toString(16).padStart(12, '0') + 'f'.repeat(20));
}

/**
 * The ID of a webhook event: its time, then its `order` among events of the same millisecond, then `bits`.
 * @param bits at least 8 bytes, deterministic for an event, so that it always gets the same ID
 */
export function eventID(at: Date, order: number, bits: Uint8Array): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const counted = (order & 0xfff).toString(16).padStart(3, '0');
  const own = Array.from(bits.subarray(0, 8), (byte, index) => (index === 0 ? (byte & 0x3f) | 0x80 : byte));
  return format(`${time}7${counted}${own.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the format of an event ID. */
export function isEventID(text: string): boolean {
  return UUID.test(text);
}

function format(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
