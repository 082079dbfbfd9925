import { ApiProperty } from '@nestjs/swagger';
import { endpointWebhooks, WEBHOOK_TEXTS as TEXTS, webhookExample } from '#platform/http';

const MOMENT = '2026-11-21 02:05:00.000';

class LocationUpdatedData {
  @ApiProperty({ type: String, description: 'The `locationID`.', example: 'demo:1' }) id!: string;
  @ApiProperty({ type: String, description: 'The same.', example: 'demo:1' }) locationID!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Always null.', example: null }) externalID!: string | null;
  @ApiProperty({ enum: ['active', 'deactivated'], description: 'Whether it is in use.', example: 'active' }) status!: string;
  @ApiProperty({ type: String, description: 'When it changed (UTC).', example: MOMENT }) changedAt!: string;
  @ApiProperty({ type: [String], description: TEXTS.fields, example: ['reference'] }) fields!: string[];
}

const example = { id: 'demo:1', externalID: null, fields: ['reference'] };

/** The webhooks about Locations. */
export const LOCATION_WEBHOOKS = endpointWebhooks({
  'location.updated': [
    'A Location has changed',
    'when a Location changes',
    LocationUpdatedData,
    webhookExample('active', example),
  ],
});
