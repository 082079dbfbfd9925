import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#kernel';
import { type Guest, REQUEST_STATUSES, type RequestStatus } from '../domain/request.events.js';
import type { RequestRow } from '../read-model/request.queries.js';

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;

class GuestRecord {
  @ApiProperty(text('Anna Schmidt')) name!: string | null;
  @ApiProperty(text('anna.schmidt@example.com')) email!: string | null;
  @ApiProperty(text('+49 40 123456')) phoneNumber!: string | null;
}

class DetailsRecord {
  @ApiProperty({ type: String, example: 'Which brand is it?' }) question!: string;
  @ApiProperty(text('Anker')) answer!: string | null;
}

/** The Request record (decisions.md, section 3): absent values are null, never a missing key. */
export class RequestRecord {
  @ApiProperty({ type: 'integer', example: 12 }) ID!: number;
  @ApiProperty({ type: 'integer', description: 'Counts from 1 within the Location', example: 3 }) requestNumber!: number;
  @ApiProperty({ type: String, example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, example: 'registered' }) status!: RequestStatus;
  @ApiProperty({ type: String, description: 'What was lost', example: 'White phone charger' }) request!: string;
  @ApiProperty({ ...text('Room 312'), description: 'Where' }) location!: string | null;
  @ApiProperty(text('2026-11-20 00:00:00.000')) departuredDate!: string | null;
  @ApiProperty({ type: GuestRecord }) owner!: Guest;
  @ApiProperty({ type: [String], example: ['white'] }) colors!: string[];
  @ApiProperty({ type: [String], example: ['electronic_main'] }) categories!: string[];
  @ApiProperty(text(null)) imageUrl!: string | null;
  @ApiProperty({ type: DetailsRecord, nullable: true }) askForDetails!: DetailsRecord | null;
  @ApiProperty({ type: 'integer', nullable: true, example: null }) matchedItemID!: number | null;
  @ApiProperty({ type: Boolean, example: false }) resolved!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'As resolved', example: 1 }) languageID!: number | null;
  @ApiProperty({ type: String, example: '2027-02-19 10:00:00.000' }) expiresAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000' }) createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000' }) updatedAt!: string;
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
