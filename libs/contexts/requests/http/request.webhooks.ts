import { ApiProperty } from '@nestjs/swagger';
import { endpointWebhooks, webhookExample as example, WEBHOOK_TEXTS as TEXTS, WebhookData } from '#platform/http';
import { REQUEST_STATUSES } from '../domain/request.state.js';

/** The `data` of a webhook about a Request. */
export class RequestData extends WebhookData {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, description: TEXTS.status, example: 'registered' }) status!: string;
}

class RequestUpdatedData extends RequestData {
  @ApiProperty({ type: [String], description: TEXTS.fields, example: ['askForDetails'] }) fields!: string[];
}

class RequestStatusData extends RequestData {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, description: TEXTS.previousStatus, example: 'waiting-guest-response' })
  previousStatus!: string;
}

/** The webhooks about Requests. */
export const REQUEST_WEBHOOKS = endpointWebhooks({
  'request.created': ['A Request was made', 'when a Request is made', RequestData, example('registered')],
  'request.updated': [
    'A Request has changed',
    'when fields of a Request change',
    RequestUpdatedData,
    example('waiting-guest-response', { fields: ['askForDetails'] }),
  ],
  'request.status': [
    'A Request has another status',
    'when the status of a Request changes',
    RequestStatusData,
    example('waiting-guest-response', { previousStatus: 'registered' }),
  ],
  'request.deleted': ['A Request was deleted', 'when a Request is deleted', RequestData, example('deleted')],
});
