import type { AttemptResult } from '../domain/attempt.js';
import { splitAddress } from '../domain/user-part.js';
import type { ClaimedDelivery, DeliveryClosing } from './records.js';

/** The record of a call. @param retryInMs null if it is not retried */
export function closingOf(
  { group_id, id, kind, attempt }: ClaimedDelivery,
  url: string,
  result: AttemptResult,
  retryInMs: number | null,
): Omit<DeliveryClosing, 'started_ago_ms'> {
  return {
    group_id,
    id,
    kind,
    attempt,
    sent: true,
    status: result.error === null ? 'success' : 'failed',
    error: result.error,
    response_status: result.responseStatus,
    response_body: result.responseBody,
    address: result.address,
    duration_ms: result.durationMs,
    retry_in_ms: retryInMs,
    endpoint: splitAddress(url).url,
  };
}

/** The kind was disabled, or its URL removed, while the delivery was pending: it fails without a call. */
export function unsentClosing({ group_id, id, kind, attempt }: ClaimedDelivery): Omit<DeliveryClosing, 'started_ago_ms'> {
  return {
    group_id,
    id,
    kind,
    attempt,
    sent: false,
    status: 'failed',
    error: 'endpoint_disabled',
    response_status: null,
    response_body: null,
    address: null,
    duration_ms: null,
    retry_in_ms: null,
    endpoint: null,
  };
}
