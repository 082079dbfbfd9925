import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#platform/kernel';
import { type Guest, REQUEST_STATUSES, type RequestStatus } from '../domain/request.events.js';
import type { RequestRow } from '../read-model/request.queries.js';

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;

class GuestRecord {
  @ApiProperty({ ...text('Anna Schmidt'), description: 'Full name' }) name!: string | null;
  @ApiProperty({ ...text('anna.schmidt@example.com'), description: 'Email address' }) email!: string | null;
  @ApiProperty({ ...text('+49 40 123456'), description: 'Phone number' }) phoneNumber!: string | null;
}

class DetailsRecord {
  @ApiProperty({ type: String, example: 'Which brand is it?', description: 'What staff asks the guest' }) question!: string;
  @ApiProperty({ ...text('Anker'), description: 'What the guest answered' }) answer!: string | null;
}

/** The Request record (decisions.md, section 3): absent values are null, never a missing key. */
export class RequestRecord {
  @ApiProperty({ type: 'integer', example: 12, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: 'integer', description: 'Counts from 1 within the Location', example: 3 }) requestNumber!: number;
  @ApiProperty({ type: String, example: 'demo:1', description: 'Identifier of the Location' }) locationID!: string;
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, example: 'registered', description: 'Where it stands' })
  status!: RequestStatus;
  @ApiProperty({ type: String, description: 'What was lost', example: 'White phone charger' }) request!: string;
  @ApiProperty({ ...text('Room 312'), description: 'Where' }) location!: string | null;
  @ApiProperty({ ...text('2026-11-20 00:00:00.000'), description: 'The owner’s check-out date' }) departuredDate!: string | null;
  @ApiProperty({ type: GuestRecord, description: 'The guest' }) owner!: Guest;
  @ApiProperty({ type: [String], example: ['white'], description: 'Color identifiers' }) colors!: string[];
  @ApiProperty({ type: [String], example: ['electronic_main'], description: 'Category identifiers' }) categories!: string[];
  @ApiProperty({ ...text(null), description: 'URL of an image' }) imageUrl!: string | null;
  @ApiProperty({ type: DetailsRecord, nullable: true, description: 'What staff asked for' }) askForDetails!: DetailsRecord | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'The item it was matched to' }) matchedItemID!:
    | number
    | null;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether it is matched' }) resolved!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'As resolved', example: 1 }) languageID!: number | null;
  @ApiProperty({ type: String, example: '2027-02-19 10:00:00.000', description: 'When it expires, UTC' }) expiresAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When it was made, UTC' }) createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When it last changed, UTC' }) updatedAt!: string;
}

export function requestRecord(row: RequestRow): RequestRecord {
  return {
    ID: row.id,
    requestNumber: row.request_number,
    locationID: row.location_id,
    status: row.status,
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
    languageID: row.language_id,
    expiresAt: recordTimestamp(row.expires_at),
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
