import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#platform/kernel';
import { ENCODINGS, type Encoding } from '../file/encodings.js';
import { IMPORT_STATUSES, type ImportRow, type ImportStatus } from '../import.entities.js';

const time = { type: String, nullable: true, example: null } as const;
const count = (example: number) => ({ type: 'integer', minimum: 0, example }) as const;

/** The Import record (decisions.md, section 10, Import). */
export class ImportRecord {
  static readonly versioned = true;
  @ApiProperty({ type: 'integer', example: 1, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: String, enum: IMPORT_STATUSES, example: 'queued', description: 'How far it is' }) status!: ImportStatus;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether it only finds out what would be refused' })
  dryRun!: boolean;
  @ApiProperty({ type: String, enum: ENCODINGS, example: 'utf-8', description: 'What the file is written in' })
  encoding!: Encoding;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether owners are written to' }) notify!: boolean;
  @ApiProperty({
    ...count(0),
    description: 'Addresses and telephone numbers of the owners of accepted rows: how many would be written to with `notify`',
  })
  wouldNotify!: number;
  @ApiProperty({ ...count(3), nullable: true, description: 'Rows of the file, empty ones not counted; null until counted' })
  rows!: number | null;
  @ApiProperty({ ...count(0), description: 'Rows that were registered, or could be' }) accepted!: number;
  @ApiProperty({ ...count(0), description: 'Rows that were refused' }) refused!: number;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the file was received, UTC' })
  createdAt!: string;
  @ApiProperty({ ...time, description: 'When the first row was worked on, UTC' }) startedAt!: string | null;
  @ApiProperty({ ...time, description: 'When it ended, UTC' }) finishedAt!: string | null;
}

export function importRecord(row: ImportRow): ImportRecord {
  const at = (moment: string | null) => moment && recordTimestamp(moment);
  return {
    ID: row.id,
    status: row.status,
    dryRun: row.dry_run,
    encoding: row.encoding,
    notify: row.notify,
    wouldNotify: row.would_notify,
    rows: row.rows,
    accepted: row.accepted,
    refused: row.refused,
    createdAt: recordTimestamp(row.created_at),
    startedAt: at(row.started_at),
    finishedAt: at(row.finished_at),
  };
}
