import { pauseBefore, type RetryPolicy } from '#platform/kernel';
import type { Channel, MessageStatus } from '../message.js';
import type { AttemptError, AttemptResult } from './attempt.js';

/** The result of an attempt and what follows. */
export interface MessageClosing {
  status: MessageStatus;
  error: AttemptError | 'no_channel' | null;
  responseCode: number | null;
  durationMs: number;
  retryInMs: number | null;
  emailRefused: boolean;
  channel: Channel;
  /** The message's text, plain; null when it was not written. */
  text: string | null;
  /** Names the mail that it went out with; null where none did. */
  mail: string | null;
  /** When the attempt ended. */
  endedAt: Date;
}

/**
 * Decides what follows from an attempt.
 * @param canText whether an SMS can be sent to the person
 * @param step retries already scheduled
 */
export function whatFollows(
  { outcome, error, responseCode }: AttemptResult,
  { channel, canText, step }: { channel: Channel; canText: boolean; step: number },
  policy: RetryPolicy,
): Omit<MessageClosing, 'durationMs' | 'channel' | 'text' | 'mail' | 'endedAt'> {
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
