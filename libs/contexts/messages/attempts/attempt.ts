/** Why an attempt failed. The text of the server's reply is not stored: it may repeat the recipient's address. */
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
 * The result of sending a message. `again`: it certainly did not arrive and may be retried. `never`: it was refused for good. `unknown`:
 * it may have arrived.
 */
export interface AttemptResult {
  outcome: 'sent' | 'again' | 'never' | 'unknown';
  error: AttemptError | null;
  /** SMTP reply code or HTTP status. */
  responseCode: number | null;
}

export const SENT: AttemptResult = { outcome: 'sent', error: null, responseCode: null };
