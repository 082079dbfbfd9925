import { parentPort } from 'node:worker_threads';
import PostalMime from 'postal-mime';

/** Characters of a text: more is not what a guest says. Parts within parts: more are those of a mail that is made to harm. */
const TEXT = 200_000;
const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true } as const;

/** The thread of `mails.ts`: takes a mail apart. */
parentPort!.on('message', async (bytes: Uint8Array) => {
  try {
    const { html, text, attachments, ...email } = await PostalMime.parse(bytes, LIMITS);
    parentPort!.postMessage({ email: { ...email, html: html?.slice(0, TEXT), text: text?.slice(0, TEXT), attachments } });
  } catch (error) {
    parentPort!.postMessage({ failed: String(error) });
  }
});
