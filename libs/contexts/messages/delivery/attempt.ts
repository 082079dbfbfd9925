/** Why an attempt failed. What the other side wrote is not kept: it repeats addresses. */
export type AttemptError =
  | 'recipient_refused'
  | 'refused'
  | 'temporary'
  | 'authentication'
  | 'connection'
  | 'tls'
  | 'unanswered'
  | 'interrupted';

/**
 * What handing a message over came to. `again`: it did not arrive for sure and may go out another time. `unknown`: it may have
 * arrived.
 */
export interface AttemptResult {
  outcome: 'sent' | 'again' | 'never' | 'unknown';
  error: AttemptError | null;
  /** Of SMTP or HTTP. */
  responseCode: number | null;
}

export const SENT: AttemptResult = { outcome: 'sent', error: null, responseCode: null };
