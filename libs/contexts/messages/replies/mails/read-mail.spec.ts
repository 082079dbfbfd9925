import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../../../../../test/support/cpu.js';
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

  it.each([
    ['Gmail in Canada', 'Oui.\n\nLe ven. 20 nov. 2026, à 10 h 00, Hôtel <found@hotel.example>\na écrit :\n\n> Chère Anna'],
    ['Thunderbird in Czech', 'Dne 20. 11. 26 v 10:00 Harbour Hotel napsal(a):\n> Dear Anna\n\nOui.'],
    ['a program that names no address', 'Oui.\n\n____________\nFrom: Harbour Hotel\nTo: Anna\nSubject: Hat\n\nDear Anna'],
    ['one that says the day alone', 'Oui.\n\nFrom: Hotel\nSent: Friday, November 20, 2026 10 AM\nSubject: Hat\n\nDear Anna'],
    ['Gmail in Turkish', 'Harbour Hotel <found@hotel.example>,\n20 Kas 2026 Cum, 10:00 tarihinde şunu yazdı:\n\n> Sayın\n\nOui.'],
    [
      'Apple in Polish',
      'Oui.\n\nWiadomość napisana przez Hotel <found@hotel.example>\nw dniu 20 lis 2026, o godz. 10:00:\n\n> Droga',
    ],
    [
      'a webmail that breaks the line',
      'Oui.\n\nOn Fri, Nov 20, 2026 at 10:00 AM Hotel <found@hotel.example>\nwrote:\n\nDear Anna',
    ],
    [
      'Samsung in Korean',
      'Oui.\n\n-------- 원본 이메일 --------\n발신: Hotel <found@hotel.example>\n날짜: 2026/11/20\n제목: 우산\n\n안나',
    ],
    [
      'Huawei',
      'Oui.\n\n-------- 原始邮件 --------\n发件人： Hotel <found@hotel.example>\n日期： 2026年11月20日\n主 题： 雨伞\n\n您好',
    ],
    [
      'Yahoo on Android',
      'Oui.\n\n  On Fri, Nov 20, 2026 at 10:00 AM, Harbour Hotel<found@hotel.example> wrote:   Dear Anna, we found it.',
    ],
    ['Zoho', 'Oui.\n\n---- On Fri, 20 Nov 2026 10:00:00 +0100 Harbour Hotel <found@hotel.example> wrote ----\n\nDear Anna'],
    [
      'GMX',
      'Oui.\n\nGesendet: Freitag, 20. November 2026 um 10:00 Uhr\nVon: "Hotel" <found@hotel.example>\nBetreff: Schirm\n\nLiebe Anna',
    ],
    [
      'Samsung in French',
      "Oui.\n\n-------- Message d'origine --------\nDe : Hotel <found@hotel.example>\nÀ : Anna\nObjet : Parapluie\n\nChère",
    ],
    [
      'Proton',
      'Oui.\n\n------- Original Message -------\n\nOn 11/20/26 at 10:00 Hotel <found@hotel.example> wrote:\n\n> Dear Anna',
    ],
    [
      'QQ',
      'Oui.\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人: "Hotel"<found@hotel.example>;\n主题: 雨伞\n\n尊敬的',
    ],
    [
      'NetEase',
      'Oui.\n\n---- 回复的原邮件 ----\n| 发件人 | Hotel<found@hotel.example> |\n| 日期 | 2026年11月20日 |\n| 主题 | 雨伞 |\n尊敬的',
    ],
    ['Outlook in Russian', 'Oui.\n\nОт: Hotel <found@hotel.example>\nОтправлено: пятница\nКому: Anna\nТема: Зонт\n\nУважаемая'],
    ['Outlook in Turkish', 'Oui.\n\nKimden: Hotel <found@hotel.example>\nGönderildi: Cuma\nKime: Anna\nKonu: Şemsiye\n\nSayın'],
    [
      'Outlook in Korean',
      'Oui.\n\n보낸 사람: Hotel <found@hotel.example>\n보낸 날짜: 금요일\n받는 사람: Anna\n제목: 우산\n\n안나',
    ],
    ['Outlook in Czech', 'Oui.\n\nOd: Hotel <found@hotel.example>\nOdesláno: pátek\nKomu: Anna\nPředmět: Deštník\n\nMilá'],
    [
      'Outlook in Hungarian',
      'Oui.\n\nFeladó: Hotel <found@hotel.example>\nElküldve: péntek\nCímzett: Anna\nTárgy: Esernyő\n\nKedves',
    ],
    ['Outlook in Finnish', 'Oui.\n\nLähettäjä: Hotel <found@hotel.example>\nLähetetty: perjantai\nAihe: Sateenvarjo\n\nHyvä'],
    ['Outlook in Hebrew', 'Oui.\n\n\u200fמאת: Hotel <found@hotel.example>\nנשלח: יום שישי\nאל: Anna\nנושא: מטריה\n\nאנה'],
    ['Outlook in Greek', 'Oui.\n\nΑπό: Hotel <found@hotel.example>\nΠρος: Anna\nΘέμα: Ομπρέλα\n\nΑγαπητή'],
    ['Outlook in Slovenian', 'Oui.\n\nOd: Hotel <found@hotel.example>\nPoslano: petek\nZa: Anna\nZadeva: Dežnik\n\nDraga'],
    ['Outlook in Lithuanian', 'Oui.\n\nNuo: Hotel <found@hotel.example>\nKam: Anna\nTema: Skėtis\n\nMiela'],
    ['Outlook in Estonian', 'Oui.\n\nSaatja: Hotel <found@hotel.example>\nAdressaat: Anna\nTeema: Vihmavari\n\nKallis'],
    ['Outlook in Icelandic', 'Oui.\n\nFrá: Hotel <found@hotel.example>\nTil: Anna\nEfni: Regnhlíf\n\nKæra'],
    ['Outlook in Persian', 'Oui.\n\nاز: Hotel <found@hotel.example>\nبه: Anna\nموضوع: چتر\n\nآنا'],
    ['Outlook in Hindi', 'Oui.\n\nप्रेषक: Hotel <found@hotel.example>\nप्रति: Anna\nविषय: छाता\n\nप्रिय'],
    ['Outlook in Romanian', 'Oui.\n\nDe la: Hotel <found@hotel.example>\nCătre: Anna\nSubiect: Umbrelă\n\nDragă'],
  ])('is told from the mail that it answers as %s quotes it', (_program, text) => expect(withoutQuoted(text)).toBe('Oui.'));

  it.each([
    ['an address with a colon', 'My address:\n\nAnna Müller <anna@guest.example>:\nHafenstr. 1'],
    ['a time with a colon', 'We checked out on 20.11.2026 at 10:00:\n\nIt was on the bed.'],
    ['lines of its own', 'Please send it to:\n---\nAnna Müller\n---\nThanks'],
    [
      'the mark of what is handed on',
      'See below.\n\n---------- Forwarded message ---------\nFrom: Bob <bob@x.example>\nSubject: hat\n\nIt is red.',
    ],
    [
      'that mark in German',
      'Siehe unten.\n\n-------- Weitergeleitete Nachricht --------\nBetreff: Hut\nVon: Bob <bob@x.example>\n\nRot.',
    ],
    [
      'the sender and the subject of a parcel',
      'Envíenlo, por favor.\nDe: Hotel\nA: Anna Pérez\nCalle Mayor 1\nAsunto: paraguas\nGracias',
    ],
    ['an address and a new one', 'My e-mail is anna@x.example.\nFrom December 2026 my address is:\nMain Street 1\nHamburg'],
    ['an address in brackets', 'Write to Eva <eva@x.example>\nfrom 2026 on only here, please:\nMain Street 1'],
    ['words that mails begin with', 'From: where? I lost it in the bar.\nThe subject: a hat'],
  ])('keeps what its writer said behind %s', (_what, text) => expect(withoutQuoted(text)).toBe(text));

  it.each([
    [
      'names of letters',
      '<p>&Ccedil;a co&ucirc;te &frac12; &euro;, c&oelig;ur&nbsp;&rarr;&ndash; &unknown;</p>',
      'Ça coûte ½ €, cœur →– &unknown;',
    ],
    [
      'names and numbers of others',
      '<p>a&#10;b &hearts;&#150; &Zcaron;&ensp;c&emsp;d</p><p>&zwnj;&nbsp;&shy;</p>',
      'a b ♥– Ž c d',
    ],
    ['lines as they were typed', '<pre>Room 312\n  on the bed</pre><p>Anna</p>', 'Room 312\non the bed\nAnna'],
    ['a head without an end', '<head><title>x</title><style>p{}</style><body><p>Ja</p>', 'Ja'],
  ])('in HTML is read with %s', (_what, html, text) => expect(plainText(html).trim()).toBe(text));

  it.each(['text/plain', 'text/plain; charset=iso-2022-jp-ms', 'text/html'])(
    'in Japanese that only its signs tell, as %s, is read',
    async (type) => {
      const mail = await mailIn(Buffer.from(`Content-Type: ${type}\r\n\r\n\x1b$B$O$$\x1b(B, Anna`));
      expect(mail?.text).toBe('はい, Anna');
    },
  );

  it.each([
    ['no encoding, in windows-1252', '', 'latin1'],
    ['no encoding, in UTF-8', '', 'utf8'],
    ['UTF-8, in windows-1252', '; charset=utf-8', 'latin1'],
    ['ASCII, in UTF-8', '; charset=us-ascii', 'utf8'],
    ['an encoding that nobody knows, in UTF-8', '; charset=x-unknown', 'utf8'],
    ['windows-1252, in it', '; charset=windows-1252', 'latin1'],
  ] as const)('that names %s, is read', async (_what, charset, encoding) => {
    const mail = await mailIn(Buffer.from(`Content-Type: text/plain${charset}\r\n\r\nGrüße, Müller`, encoding));
    expect(mail?.text).toBe('Grüße, Müller');
  });

  it.each([
    ['gb2312', 'c4e3bac3', '你好'],
    ['windows-1251', 'e4e0', 'да'],
    ['no such thing', 'fc', 'ü'],
  ])('in HTML that says itself that it is %s is read', async (label, bytes, text) => {
    const html = Buffer.from(
      `Content-Type: text/html\r\n\r\n<meta http-equiv="Content-Type" content="text/html; charset=${label}"><p>`,
    );
    expect((await mailIn(Buffer.concat([html, Buffer.from(bytes, 'hex')])))?.text).toBe(text);
  });

  it.each(['application/x-jpg', 'application/force-download', 'jpg'])('has a picture that its program calls %s', async (type) => {
    const part = `--b\r\nContent-Type: ${type}; name="a.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n/9j/\r\n--b--`;
    const mail = await mailIn(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${part}`));
    expect(mail?.pictures.map(({ name }) => name)).toEqual(['a.jpg']);
  });

  it('in UTF-8 with a letter that is broken keeps the others', async () => {
    const mail = await mailIn(
      Buffer.concat([Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\nGrüße'), Buffer.from([0xc3])]),
    );
    expect(mail?.text).toBe('Grüße\ufffd');
  });

  const withHeaders = async (...headers: string[]) =>
    (await mailIn(Buffer.from(['From: anna@guest.example', 'To: found@hotel.example', ...headers, '', ''].join('\r\n'))))!;

  it.each(['X-Envelope-To: <', 'X-Original-To: ', 'Delivered-To: ', 'X-RCPT-To: <', 'X-Apparently-To: '])(
    'whose writer names nobody came to whom its server names: %s',
    async (header) => {
      const mail = await mailIn(Buffer.from(`To: undisclosed-recipients:;\r\n${header}Found+abc@hotel.example\r\n\r\nYes`));
      expect(mail?.to).toEqual(['found+abc@hotel.example']);
    },
  );

  it.each(['application/ms-tnef', 'text/calendar', 'application/pkcs7-mime', 'message/rfc822', 'text/plain'])(
    'without words, as %s alone, says nothing',
    async (type) =>
      expect(await withHeaders('Subject: Re: Found', `Content-Type: ${type}`)).toMatchObject({ text: '', pictures: [] }),
  );

  it.each([
    ...['Precedence: auto-reply', 'X-Autoreply-From: anna@guest.example', 'X-Mail-Autoreply: yes', 'X-Autoresponse: 1'],
    ...['X-Autogenerated: Reply', 'X-FC-MachineGenerated: true', 'Return-Path: <MAILER-DAEMON>', 'Return-Path: < >'],
    ...['Automatic reply: Umbrella', 'Out of Office AutoReply: Umbrella', 'Abwesenheitsnotiz: Schirm', 'Réponse automatique : x'],
    ...['Respuesta automática: x', 'Risposta automatica: x', 'Automatisch antwoord: x', 'Resposta automática: x'],
    ...[
      'Automatyczna odpowiedź: x',
      'Autosvar: x',
      'Automatiskt svar: x',
      '自動応答: 傘',
      '自动回复:Re: 雨伞',
      'رد تلقائي: مظلة',
      'Respuesta automatica: x',
      'Автоматический ответ: Зонт',
      'Otomatik yanıt: x',
      '자동 회신: 우산',
      '[Auto-Reply] Umbrella',
      'Auto Response: Umbrella',
      'Abwesend: Schirm',
      'Fuori sede: x',
    ],
  ])('that says %s was written by nobody', async (header) => {
    const isHeader = /^(?:X-|Prec|Return-)/.test(header);
    expect((await withHeaders(isHeader ? header : `Subject: ${header}`)).isAutomatic).toBe(true);
  });

  it.each(['MAILER-DAEMON@mx.example', 'postmaster@guest.example'])('of %s was written by nobody', async (from) => {
    expect((await mailIn(Buffer.from(`From: ${from}\r\nSubject: failure notice\r\n\r\nHi.`)))?.isAutomatic).toBe(true);
  });

  it.each([
    'X-Auto-Response-Suppress: DR, OOF, AutoReply',
    'Auto-Submitted: no',
    'Precedence: normal',
    'Subject: Automatic umbrella: red',
  ])('that says %s was written by somebody', async (header) => expect((await withHeaders(header)).isAutomatic).toBe(false));

  it.each(['away-outlook-de', 'away-vacation-en', 'away-old'])('is known for one that nobody wrote: %s', async (name) => {
    expect((await sample(name)).isAutomatic).toBe(true);
  });

  it('that reports a failure names the mail and whom it did not reach', async () => {
    const { report } = await sample('report-failed');
    expect(report).toEqual({ about: ['item-1-7-3.abc@service.example'], recipients: ['anna@guest.example'] });
  });
});

describe('a report of a mail server', () => {
  const FAILED = 'Final-Recipient: rfc822; anna@guest.example\nAction: failed';
  const report = async (status: string, original = 'message/rfc822', kind = 'message/delivery-status') => {
    const parts = [
      `Content-Type: ${kind}\n\nReporting-MTA: dns; mx\n\n${status}`,
      `Content-Type: ${original}\n\nMessage-ID: <a@b.example>\n\n`,
    ];
    const mail = [
      'Content-Type: multipart/report; boundary="r"',
      '',
      ...parts.flatMap((part) => ['--r', part]),
      '--r--',
      '',
    ].join('\n');
    return (await mailIn(Buffer.from(mail)))!.report;
  };
  const anna = { about: ['a@b.example'], recipients: ['anna@guest.example'] };

  it.each([
    ['in Unicode', [FAILED.replace('rfc822', 'utf-8'), 'message/global-headers', 'message/global-delivery-status'], anna],
    ['with folded lines', ['Final-Recipient: rfc822;\n anna@guest.example\nAction: failed'], anna],
    ['in capitals', ['FINAL-RECIPIENT: RFC822;<Anna@Guest.Example>\nACTION: Failed (bad)'], anna],
    ['that names the mail beside the status', [`X-Original-Message-ID: <a@b.example>\n\n${FAILED}`, 'text/plain'], anna],
    ['of several, some of whom it reached', [`${FAILED}\n\nFinal-Recipient: rfc822; bob@guest.example\nAction: delivered`], anna],
    ['of a delay', [FAILED.replace('failed', 'delayed')], { about: [], recipients: [] }],
  ])('%s is read', async (_what, parts, expected) => expect(await report(...(parts as [string]))).toEqual(expected));
});

describe('a mail that is made to harm', () => {
  const inTime = async (work: () => unknown) => {
    const begun = cpuTime();
    await work();
    expect(cpuTime() - begun).toBeLessThan(5_000);
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
