import { ApiProperty } from '@nestjs/swagger';
import { recordOf } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import type { Disposal, Handover } from '../domain/item.values.js';
import { DisposalRequest, HandoverFields } from './item-leaving.requests.js';

const AT = { type: String, example: '2026-11-21 10:00:00.000', description: 'When, UTC' } as const;
const BY = {
  type: String,
  nullable: true,
  example: 'sanne',
  description: 'Name of the user or API token; null where it has none',
} as const;

/** To whom an item was handed over. */
export class HandoverRecord extends recordOf(HandoverFields) {
  @ApiProperty({ type: Boolean, example: true, description: 'Whether there is a signature to be read' }) hasSignature!: boolean;
  @ApiProperty(AT) at!: string;
  @ApiProperty(BY) by!: string | null;
}

/** Where an item went that nobody fetched. */
export class DisposalRecord extends recordOf(DisposalRequest) {
  @ApiProperty(AT) at!: string;
  @ApiProperty(BY) by!: string | null;
}

export function handoverRecord(handover: Handover & { hasSignature: boolean; at: string }): HandoverRecord {
  const { to, identification, markMatched, note, hasSignature, at, by } = handover;
  return { to: to ?? '', identification, markMatched, note, hasSignature, at: recordTimestamp(at), by };
}

export function disposalRecord({
  method,
  recipient,
  reference,
  note,
  reason,
  at,
  by,
}: Disposal & { at: string }): DisposalRecord {
  return { method, recipient, reference, note, reason, at: recordTimestamp(at), by };
}
