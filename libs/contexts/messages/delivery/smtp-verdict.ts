import type { AttemptResult } from '../attempts/attempt.js';

/** An error of nodemailer. */
interface SmtpProblem {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Refusals of a recipient that are about the sender or the service, as servers wait with these until then: the address may well exist.
 * RFC 3463: X.7 is about security and policy, such as relaying, X.1.7 and X.1.8 about the sender, X.4.5 about too much, X.5.2 to X.5.5
 * about commands. Some say it in words alone.
 */
const OF_CODE = /^5\d\d[ -]5\.(?:7\.|1\.[78]\b|4\.5\b|5\.[2-5]\b)/;
const OF_WORDS = new RegExp(
  '\\b(?:relay|block(?:ed|list)|black ?list|spam|sender|helo|ehlo|client host|dnsbl|rbl|spf|dkim|dmarc|reverse (?:dns|hostname)|ptr|' +
    'auth(?:entication)? (?:first|required|needed)|not authenticated|reputation|too many|limit exceeded)',
  'i',
);
/** Answers about the order and the kind of commands (RFC 5321, 4.2.3). */
const OF_COMMANDS = [502, 503, 504];

/** Whether a refused recipient says nothing about the recipient; addresses may have any words in them. */
function isOfPolicy(responseCode: number, response: string): boolean {
  if (OF_COMMANDS.includes(responseCode) || OF_CODE.test(response)) return true;
  return !/^5\d\d[ -]5\.\d/.test(response) && OF_WORDS.test(response.replaceAll(/[^\s<>@]{1,64}@[^\s<>@]{1,255}/g, ''));
}
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
    if (command.startsWith('RCPT') && !isOfPolicy(responseCode, response))
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
