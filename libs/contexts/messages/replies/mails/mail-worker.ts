import { isUtf8 } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import PostalMime from 'postal-mime';

/** Characters of a text: more is not what a guest says. Parts within parts: more are those of a mail that is made to harm. */
const TEXT = 200_000;
const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true } as const;

/**
 * Texts of mails that name no encoding, or one for another: what is none in UTF-8 is read as windows-1252, and what is no ASCII and right
 * in UTF-8 as that. The library has the bytes only while it decodes them; nothing else in this thread does.
 */
const { decode } = TextDecoder.prototype;
const [UTF8, WESTERN] = [new TextDecoder(), new TextDecoder('windows-1252')];
TextDecoder.prototype.decode = function (bytes, options) {
  const text = decode.call(this, bytes, options);
  if (!bytes || /^\p{ASCII}*$/u.test(text)) return text;
  const encoding = String(this.encoding);
  if (!['windows-1252', 'utf-8'].includes(encoding)) return text;
  if (isUtf8(asBytes(bytes))) return encoding === 'utf-8' ? text : decode.call(UTF8, bytes);
  const said = asItSays(bytes);
  if (said !== null) return said;
  return encoding === 'utf-8' && /^[\p{ASCII}\ufffd]*$/u.test(text) ? decode.call(WESTERN, bytes) : text;
};

/** HTML that says itself in which encoding it is; null for all else. */
function asItSays(bytes: NonNullable<Parameters<typeof decode>[0]>): string | null {
  const head = decode.call(WESTERN, asBytes(bytes).subarray(0, 4_096));
  const [, label] = /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head) ?? [];
  try {
    return label === undefined ? null : decode.call(new TextDecoder(label), bytes);
  } catch {
    return null;
  }
}

function asBytes(bytes: NonNullable<Parameters<typeof decode>[0]>): Uint8Array {
  return ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
}

/** The thread of `mails.ts`: takes a mail apart. */
parentPort!.on('message', async (bytes: Uint8Array) => {
  try {
    const { html, text, attachments, ...email } = await PostalMime.parse(bytes, LIMITS);
    parentPort!.postMessage({ email: { ...email, html: html?.slice(0, TEXT), text: text?.slice(0, TEXT), attachments } });
  } catch (error) {
    parentPort!.postMessage({ failed: String(error) });
  }
});
