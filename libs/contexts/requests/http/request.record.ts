import { ApiProperty } from '@nestjs/swagger';
import { recordOf } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import { REQUEST_STATUSES, type RequestStatus } from '../domain/request.state.js';
import type { RequestRow } from '../read-model/request.queries.js';
import { GuestRequest, NewRequestRequest, QuestionRequest } from './request.requests.js';

class GuestRecord extends recordOf(GuestRequest) {}

class DetailsRecord extends recordOf(QuestionRequest) {
  @ApiProperty({ type: String, nullable: true, example: 'Anker', description: 'Answer of the guest' }) answer!: string | null;
}

/** The Request record (decisions.md, section 3): unknown values are null, a key is never missing. */
export class RequestRecord extends recordOf(NewRequestRequest, {
  first: ['ID', 'requestNumber', 'locationID', 'status'],
  parts: { owner: GuestRecord },
}) {
  static readonly versioned = true;
  @ApiProperty({ type: 'integer', example: 12, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: 'integer', description: 'Number of the Request within its Location, starting at 1', example: 3 })
  requestNumber!: number;
  @ApiProperty({ type: String, example: 'demo:1', description: 'Identifier of the Location' }) locationID!: string;
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, example: 'registered', description: 'Status of the Request' })
  status!: RequestStatus;
  @ApiProperty({ type: String, example: '2026-11-20 00:00:00.000', description: 'The owner’s check-out date' })
  declare departuredDate: string | null;
  @ApiProperty({
    type: DetailsRecord,
    nullable: true,
    description: 'Question to the guest and its answer; null if nothing was asked',
  })
  askForDetails!: DetailsRecord | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'ID of the matched item; null if there is none' })
  matchedItemID!: number | null;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether the Request is matched with an item' }) resolved!: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'Called twice', description: 'Notes for staff; hidden from the guest' })
  internalNotes!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'The user who sees to it; null if there is none' })
  assignedTo!: number | null;
  @ApiProperty({ type: 'integer', description: 'Language for communication with the guest' }) declare languageID: number | null;
  @ApiProperty({ type: String, example: '2027-02-19 10:00:00.000', description: 'When the Request expires, UTC' })
  expiresAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was last changed, UTC' })
  updatedAt!: string;
}

export function requestRecord(row: RequestRow): RequestRecord {
  return {
    ID: row.id,
    requestNumber: row.request_number,
    locationID: row.location_id,
    status: row.status,
    externalID: row.external_id,
    request: row.request,
    location: row.location,
    departuredDate: row.departured_date && `${row.departured_date} 00:00:00.000`,
    owner: row.owner,
    colors: row.colors,
    categories: row.categories,
    imageUrl: row.image_url,
    askForDetails: row.question === null ? null : { question: row.question, answer: row.answer },
    matchedItemID: row.matched_item_id,
    resolved: row.status === 'resolved',
    internalNotes: row.internal_notes,
    assignedTo: row.assigned_to,
    languageID: row.language_id,
    expiresAt: recordTimestamp(row.expires_at),
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
