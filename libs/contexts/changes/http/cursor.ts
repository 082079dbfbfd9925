import { hash } from 'node:crypto';

/** Bytes of the number and of its check. */
const [NUMBER, CHECK] = [8, 4];

/** A place in a Group's listing of changes as clients keep it: opaque, and good for this Group alone. No key is in it that could change. */
export function writeChangeCursor(groupID: number, number: number): string {
  const bytes = Buffer.alloc(NUMBER);
  bytes.writeBigUInt64BE(BigInt(number));
  return Buffer.concat([bytes, checkOf(groupID, number)]).toString('base64url');
}

/** @returns null when the text is no cursor of this Group */
export function readChangeCursor(groupID: number, text: string): number | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== NUMBER + CHECK || bytes.toString('base64url') !== text) return null;
  const number = Number(bytes.readBigUInt64BE());
  return Number.isSafeInteger(number) && checkOf(groupID, number).equals(bytes.subarray(NUMBER)) ? number : null;
}

function checkOf(groupID: number, number: number): Buffer {
  return hash('sha256', `changes ${groupID} ${number}`, 'buffer').subarray(0, CHECK);
}
