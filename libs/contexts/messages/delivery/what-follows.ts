import { pauseBefore, type RetryPolicy } from '#platform/kernel';
import type { Channel } from '../message.js';
import type { AttemptResult } from './attempt.js';
import type { Closing } from './message-store.js';

/** How a message was tried. */
export interface Tried {
  channel: Channel;
  /** Whether a short message could reach the person. */
  canText: boolean;
  /** Retries already planned. */
  step: number;
}

/** What follows from an attempt. */
export function whatFollows(
  { outcome, error, responseCode }: AttemptResult,
  { channel, canText, step }: Tried,
  policy: RetryPolicy,
): Omit<Closing, 'durationMs'> {
  const known = { error, responseCode, retryInMs: null, emailRefused: error === 'recipient_refused' };
  switch (outcome) {
    case 'sent':
      return { ...known, status: 'sent' };
    case 'unknown':
      return { ...known, status: 'uncertain' };
    case 'again': {
      const retryInMs = pauseBefore(policy, step);
      return { ...known, status: retryInMs === null ? 'failed' : 'waiting', retryInMs };
    }
    case 'never': {
      // There is a telephone left to try.
      const textInstead = channel === 'email' && known.emailRefused && canText;
      return textInstead ? { ...known, status: 'waiting', retryInMs: 0 } : { ...known, status: 'failed' };
    }
    default:
      return outcome satisfies never;
  }
}
