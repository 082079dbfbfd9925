import type { AttemptResult } from './attempt.js';

/** What nodemailer tells of a failure. */
interface SmtpProblem {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** RFC 3463: X.7 is about security and policy, relaying for instance: the address may well exist. */
const POLICY = /^5\d\d[ -]5\.7\./;

/**
 * What a failure means (RFC 5321, 4.2): 4xx may go well later, 5xx for the recipient says that there is no such mailbox. A connection
 * that breaks while the content is on its way leaves open whether it arrived.
 */
export function smtpVerdict(problem: unknown): AttemptResult {
  const { code, command = '', responseCode = null, response = '' } = problem as SmtpProblem;
  if (code === 'EAUTH' || responseCode === 530 || responseCode === 535) {
    return { outcome: 'again', error: 'authentication', responseCode };
  }
  if (responseCode !== null && responseCode >= 400) {
    if (responseCode < 500) return { outcome: 'again', error: 'temporary', responseCode };
    if (command.startsWith('RCPT') && !POLICY.test(response))
      return { outcome: 'never', error: 'recipient_refused', responseCode };
    return { outcome: 'never', error: 'refused', responseCode };
  }
  if (code === 'ETLS') return { outcome: 'again', error: 'tls', responseCode };
  const underWay = command === 'DATA' || command === '';
  return underWay && !BEFORE_CONTENT.includes(code ?? '')
    ? { outcome: 'unknown', error: 'unanswered', responseCode }
    : { outcome: 'again', error: 'connection', responseCode };
}

/** Codes of a connection that never came to be. */
const BEFORE_CONTENT = ['EDNS', 'ENOTFOUND', 'ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
