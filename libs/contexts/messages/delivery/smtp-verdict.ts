import type { AttemptResult } from '../attempts/attempt.js';

/** An error of nodemailer. */
interface SmtpProblem {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** RFC 3463: X.7 is about security and policy, such as relaying, which some servers say in words alone: the address may well exist. */
const POLICY = /^5\d\d[ -](?:5\.7\.|(?!5\.\d).*\b(?:relay|block(?:ed|list)|spam))/i;
/** Commands before a message: their answers are about the service, and about none. */
const BEFORE = /^(?:CONN|EHLO|HELO|LHLO|STARTTLS)/;

/**
 * Classifies an SMTP failure (RFC 5321, 4.2): 4xx is temporary, 5xx for the recipient means that the mailbox does not exist. If the
 * connection breaks while the content is being sent, the message may have arrived.
 */
export function smtpVerdict(problem: unknown): AttemptResult {
  const { code, command = '', responseCode = null, response = '' } = problem as SmtpProblem;
  if (code === 'EAUTH' || responseCode === 530 || responseCode === 535) {
    return { outcome: 'again', error: 'authentication', responseCode };
  }
  if (responseCode !== null && responseCode >= 400) {
    if (responseCode < 500) return { outcome: 'again', error: 'temporary', responseCode };
    if (BEFORE.test(command)) return { outcome: 'again', error: 'refused', responseCode };
    if (command.startsWith('RCPT') && !POLICY.test(response))
      return { outcome: 'never', error: 'recipient_refused', responseCode };
    return { outcome: 'never', error: 'refused', responseCode };
  }
  if (code === 'ETLS') return { outcome: 'again', error: 'tls', responseCode };
  const sendingContent = command === 'DATA' || command === '';
  return sendingContent && !BEFORE_CONTENT.includes(code ?? '')
    ? { outcome: 'unknown', error: 'unanswered', responseCode }
    : { outcome: 'again', error: 'connection', responseCode };
}

/** Error codes of connections that were never established. */
const BEFORE_CONTENT = ['EDNS', 'ENOTFOUND', 'ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
