import { ApiProperty } from '@nestjs/swagger';
import { ITEM_STATUSES } from '#contexts/items';
import { REQUEST_STATUSES } from '#contexts/requests';

/** The examples’ moment and own key. */
export const MOMENT = '2026-11-21 02:05:00.000';
export const KEY = 'R-482-1';

class RecordData {
  @ApiProperty({ type: 'integer', description: 'ID of the record.', example: 7 }) id!: number;
  @ApiProperty({ type: String, description: 'Its Location.', example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, nullable: true, description: 'The integration’s own key.', example: KEY })
  externalID!: string | null;
  @ApiProperty({ type: String, description: 'When it changed (UTC).', example: MOMENT }) changedAt!: string;
}

const STATUS = 'Its status when this was written.';
const BEFORE = 'The status before.';
const BEFORE_OR_NEW = 'The status before; null for a new record.';
const FIELDS = 'The fields that changed, without their values.';
const REFERENCE = 'The `reference` of the Location.';

export class ItemData extends RecordData {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, description: STATUS, example: 'waiting-response' }) status!: string;
}

export class ItemUpdatedData extends ItemData {
  @ApiProperty({ type: [String], description: FIELDS, example: ['brand', 'owner'] }) fields!: string[];
}

export class ItemStatusData extends ItemData {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, description: BEFORE, example: 'contact-missing' }) previousStatus!: string;
}

class SentMessage {
  @ApiProperty({ type: String, description: 'What the message is about.', example: 'item-found' }) kind!: string;
  @ApiProperty({ type: String, enum: ['email', 'sms'], description: 'How it went.', example: 'email' }) channel!: string;
  @ApiProperty({ type: String, enum: ['sent', 'failed', 'bounced'], description: 'What became of it.', example: 'sent' })
  status!: string;
}

export class ItemMessageData extends ItemData {
  @ApiProperty({ type: SentMessage, description: 'The message, without whom it went to.' }) message!: SentMessage;
}

export class RequestData extends RecordData {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, description: STATUS, example: 'registered' }) status!: string;
}

export class RequestUpdatedData extends RequestData {
  @ApiProperty({ type: [String], description: FIELDS, example: ['askForDetails'] }) fields!: string[];
}

export class RequestStatusData extends RequestData {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, description: BEFORE, example: 'waiting-guest-response' })
  previousStatus!: string;
}

export class LocationUpdatedData {
  @ApiProperty({ type: String, description: 'The `locationID`.', example: 'demo:1' }) id!: string;
  @ApiProperty({ type: String, description: 'The same.', example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Always null.', example: null }) externalID!: string | null;
  @ApiProperty({ enum: ['active', 'deactivated'], description: 'Whether it is in use.', example: 'active' }) status!: string;
  @ApiProperty({ type: String, description: 'When it changed (UTC).', example: MOMENT }) changedAt!: string;
  @ApiProperty({ type: [String], description: FIELDS, example: ['reference'] }) fields!: string[];
}

export class ConfiguredItemStatusData extends ItemData {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, nullable: true, description: BEFORE_OR_NEW, example: 'contact-missing' })
  previousStatus!: string | null;
  @ApiProperty({ type: String, nullable: true, description: REFERENCE, example: null }) locationReference!: string | null;
}

export class ConfiguredRequestStatusData extends RequestData {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, nullable: true, description: BEFORE_OR_NEW, example: null })
  previousStatus!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'ID of the item that it is matched to.', example: null })
  matchedItemID!: number | null;
  @ApiProperty({ type: String, nullable: true, description: REFERENCE, example: null }) locationReference!: string | null;
}

export class NoData {}
