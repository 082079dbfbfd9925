import { randomUUID } from 'node:crypto';

interface Mail {
  from: string;
  to: string;
  text: string;
  id?: string;
  inReplyTo?: string;
  headers?: string[];
  files?: { name: string; type: string; bytes: Buffer }[];
}

/** A mail as a mail program sends it. */
export function mailOf({ from, to, text, id = randomUUID(), inReplyTo, headers = [], files = [] }: Mail): string {
  const boundary = 'part-of-a-mail';
  const head = [
    `From: Anna <${from}>`,
    `To: ${to}`,
    'Subject: Re: Umbrella',
    `Message-ID: <${id}@guest.example>`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`]),
    ...headers,
    'MIME-Version: 1.0',
  ];
  const plain = ['Content-Type: text/plain; charset=utf-8', '', text];
  const parts = files.map(({ name, type, bytes }) => [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ]);
  const lines =
    files.length === 0
      ? [...head, ...plain]
      : [
          ...head,
          `Content-Type: multipart/mixed; boundary="${boundary}"`,
          '',
          ...[plain, ...parts].flatMap((part) => [`--${boundary}`, ...part]),
          `--${boundary}--`,
        ];
  return `${lines.join('\r\n')}\r\n`.replaceAll(/\r?\n/g, '\r\n');
}
