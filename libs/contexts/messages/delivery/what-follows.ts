import { pauseBefore, type RetryPolicy } from '#platform/kernel';
import type { Channel } from '../message.js';
import type { AttemptResult } from './attempt.js';
import type { MessageClosing } from './message-store.js';

/** The state of a message when an attempt has ended. */
export interface Tried {
  channel: Channel;
  /** Whether an SMS can be sent to the person. */
  canText: boolean;
  /** Retries already scheduled. */
  step: number;
}

/** Decides what follows from an attempt. */
export function whatFollows(
  { outcome, error, responseCode }: AttemptResult,
  { channel, canText, step }: Tried,
  policy: RetryPolicy,
): Omit<MessageClosing, 'durationMs' | 'channel' | 'text' | 'endedAt'> {
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
      // The mailbox does not exist: try an SMS instead.
      const textInstead = channel === 'email' && known.emailRefused && canText;
      return textInstead ? { ...known, status: 'waiting', retryInMs: 0 } : { ...known, status: 'failed' };
    }
    default:
      return outcome satisfies never;
  }
}
