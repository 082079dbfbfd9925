import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mailIn } from './mails.js';
import { plainText } from './plain-text.js';
import { withoutQuoted } from './without-quoted.js';

const sample = async (name: string) => (await mailIn(readFileSync(new URL(`samples/${name}.eml`, import.meta.url))))!;

describe('a mail, as people send it', () => {
  it.each([
    ['gmail-en', 'Yes, it is mine!\nPlease keep it until Friday.'],
    ['gmail-nl', 'Ja, die is van mij.'],
    ['gmail-pl', 'Tak, to mój parasol.'],
    ['gmail-sv', 'Ja, det är mitt.'],
    ['gmail-pt', 'Sim, é meu.'],
    ['gmail-ja', 'はい、私のです。'],
    ['gmail-zh', '是我的。'],
    ['gmail-ar', 'نعم، إنها لي.'],
    ['gmail-html', "Yes, it's mine & I want it.\nRoom 312"],
    ['apple-fr', 'Oui, c’est le mien.\n\nEnvoyé de mon iPhone'],
    ['apple-it', 'Sì, è mio.'],
    ['apple-es', 'Sí, es mío.'],
    ['apple-html-ar', 'نعم، إنها مظلتي.\n\nشكرًا'],
    ['outlook-de', 'Guten Tag,\n\nja, der gehört mir.\n\nViele Grüße\nAnna Müller'],
    ['outlook-mobile-en', 'Mine, thanks.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>'],
    ['outlook-html-fr', 'Bonjour,\n\nc’est bien le mien.'],
    ['outlook-winmail', 'It is mine.'],
    ['outlook-zh', '是我的，谢谢。'],
    ['outlook-ar', 'نعم، هذه لي.'],
    ['t-online-de', 'Ja, das ist meiner.'],
    ['thunderbird-bottom-de', 'Ja, bitte senden Sie ihn mir.\n\n--\nAnna Müller\nHafenstraße 1'],
    ['between-en', 'Red.\n\nYes: my initials, A.M.'],
    [
      'plain-details-de',
      'Hier meine Angaben:\n\nName: Anna Müller\nE-Mail: anna@guest.example\nAbreise: 20.11.2026 10:00\n' +
        'Bitte melden Sie sich unter: 040 123',
    ],
    ['below-unmarked-en', 'What colour is it?\nIt is red.'],
    ['iso-2022-jp', 'はい、私の傘です。'],
    ['gb2312', '这是我的雨伞。'],
    ['windows-1256', 'هذه مظلتي.'],
    ['flowed', 'This is a long line that the mail program has broken.'],
  ])('says what its writer said, and not what was quoted: %s', async (name, text) => {
    const mail = await sample(name);
    expect([mail.text, mail.isAutomatic, mail.report, mail.pictures]).toEqual([text, false, null, []]);
  });

  it.each(['away-outlook-de', 'away-vacation-en', 'away-old'])('is known for one that nobody wrote: %s', async (name) => {
    expect((await sample(name)).isAutomatic).toBe(true);
  });

  it('that reports a failure names the mail and whom it did not reach', async () => {
    const { report } = await sample('report-failed');
    expect(report).toEqual({ about: ['item-1-7-3.abc@service.example'], recipients: ['anna@guest.example'] });
  });
});

describe('a mail that is made to harm', () => {
  const inTime = async (work: () => unknown) => {
    const begun = performance.now();
    await work();
    expect(performance.now() - begun).toBeLessThan(5_000);
  };
  const long = 200_000;

  it.each([
    ['blanks', ' '.repeat(long)],
    ['colons', ':'.repeat(long)],
    ['names', 'From '.repeat(long / 5)],
    ['dashes', '-'.repeat(long)],
    ['addresses', 'a@'.repeat(long / 2)],
    ['figures', '1:'.repeat(long / 2)],
    ['lines of attribution', 'On 20 Nov 2026, at 10:00 <a@b.example> wrote:\n'.repeat(long / 50)],
    ['marks', '> > > \n:\n'.repeat(long / 10)],
    ['headers', 'From: a\n'.repeat(long / 10)],
  ])('takes no time by its %s', async (_name, text) => {
    await inTime(() => withoutQuoted(text));
    await inTime(() => plainText(text));
  });

  it.each([
    ['tags', '<p'.repeat(long / 2)],
    ['comments', '<!--'.repeat(long / 4)],
    ['entities', '&#x'.repeat(long / 3)],
    ['depth', '<blockquote>'.repeat(long / 12)],
    ['hidden', '<style>'.repeat(long / 7)],
  ])('takes no time by its %s in HTML', (_name, html) => inTime(() => plainText(html)));

  it('is none that can be read where it has parts within parts without end, or is nothing of the kind', async () => {
    const nested = Array.from(
      { length: 100 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    );
    expect(await mailIn(Buffer.from(nested.join('')))).toBeNull();
    expect((await mailIn(Buffer.from([0, 255, 13, 10, 128])))?.text ?? '').toBe('');
  });

  it('of ten megabytes is read in a thread that has memory for it', async () => {
    const picture = Buffer.alloc(7 * 1024 * 1024)
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\r\n');
    const mail = [
      ...['From: a@b.example', 'Content-Type: multipart/mixed; boundary="x"', ''],
      ...['--x', '', 'Hello', '--x', 'Content-Type: image/png', 'Content-Transfer-Encoding: base64', ''],
      ...[picture, '--x--', ''],
    ].join('\r\n');
    const read = await mailIn(Buffer.from(mail));
    expect([read?.text, read?.pictures[0]?.bytes.length]).toEqual(['Hello', 7 * 1024 * 1024]);
  });
});
