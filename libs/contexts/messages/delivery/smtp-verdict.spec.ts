import { describe, expect, it } from 'vitest';
import { smtpVerdict } from './smtp-verdict.js';

const answer = (responseCode: number, command: string, response = `${responseCode} no`) => ({ responseCode, command, response });

describe('a mail server that', () => {
  it.each([
    ['knows no such mailbox is not asked again', answer(550, 'RCPT TO', '550 5.1.1 unknown'), 'never', 'recipient_refused'],
    ['gives no reason for refusing a recipient means the recipient', answer(553, 'RCPT TO'), 'never', 'recipient_refused'],
    ['does not relay says nothing about the recipient', answer(554, 'RCPT TO', '554 5.7.1 relaying'), 'never', 'refused'],
    [
      'says in words alone that it does not relay means the service',
      answer(550, 'RCPT TO', '550 relay not permitted'),
      'never',
      'refused',
    ],
    [
      'blocks the service says nothing about the recipient',
      answer(554, 'RCPT TO', '554 Client host blocked using x'),
      'never',
      'refused',
    ],
    [
      'says of a code what it is about means that',
      answer(550, 'RCPT TO', '550 5.1.1 No such user, spammer?'),
      'never',
      'recipient_refused',
    ],
    ['does not greet the service is asked once it does', answer(554, 'CONN', '554 No SMTP service here'), 'again', 'refused'],
    ['does not like its name is asked once it does', answer(504, 'EHLO', '504 5.5.2 need a full name'), 'again', 'refused'],
    ['does not want the content is not asked again', answer(554, 'DATA'), 'never', 'refused'],
    ['is busy is asked later', answer(451, 'DATA'), 'again', 'temporary'],
    ['greylists is asked later', answer(450, 'RCPT TO'), 'again', 'temporary'],
    [
      'wants another password is asked once that may be right',
      { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' },
      'again',
      'authentication',
    ],
    ['is not there is asked later', { code: 'ESOCKET', command: 'CONN' }, 'again', 'connection'],
    ['has no address is asked later', { code: 'EDNS', command: 'CONN' }, 'again', 'connection'],
    ['goes away before the content is asked later', { code: 'ECONNECTION', command: 'RCPT TO' }, 'again', 'connection'],
    ['goes away with the content may have taken it', { code: 'ECONNECTION', command: 'DATA' }, 'unknown', 'unanswered'],
    ['falls silent may have taken it', { code: 'ETIMEDOUT' }, 'unknown', 'unanswered'],
  ])('%s', (_fact, problem, outcome, error) => {
    expect(smtpVerdict(problem)).toMatchObject({ outcome, error });
  });

  it.each([
    ['504 5.5.2 <box>: Helo command rejected: need fully-qualified hostname', 'refused'],
    ['550 5.1.8 <lost@hotel.example>: Sender address rejected: Domain not found', 'refused'],
    ['550-Verification failed for <lost@hotel.example>\n550-No Such User Here\n550 Sender verify failed', 'refused'],
    ['550 5.4.5 Daily user sending limit exceeded', 'refused'],
    ['550 Your IP is blacklisted', 'refused'],
    ['550 DNSBL: 192.0.2.1 is listed', 'refused'],
    ['554 Client host rejected: cannot find your reverse hostname', 'refused'],
    ['550 SPF check failed for hotel.example', 'refused'],
    ['503 AUTH first', 'refused'],
    ['552 Too many recipients', 'refused'],
    ['550 5.1.1 <anna@guest.example>: user unknown', 'recipient_refused'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable', 'recipient_refused'],
    ['550 5.4.1 Recipient address rejected: Access denied', 'recipient_refused'],
    ['550 <sender.spam@guest.example>: user unknown', 'recipient_refused'],
  ])('says at the recipient %j means it', (response, error) => {
    expect(smtpVerdict(answer(Number(response.slice(0, 3)), 'RCPT TO', response))).toMatchObject({ outcome: 'never', error });
  });
});
