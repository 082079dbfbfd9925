import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Larger, in bytes, than a form that guest pages read without a turn. */
const LENGTH = 100_000;

/** Milliseconds after which a process on the same machine has usually seen what was sent. */
const SEEN = 20;

/** Begins to post forms, one after the other, each with a file that never comes to its end. @param part the name of the file's part */
export async function begunForms(count: number, url: string, part: string, headers: Record<string, string> = {}) {
  const forms: ClientRequest[] = [];
  for (let n = 0; n < count; n++) {
    const form = request(url, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': LENGTH, ...headers },
    });
    form.on('error', () => undefined);
    form.write(`--x\r\nContent-Disposition: form-data; name="${part}"; filename="a.jpg"\r\n\r\nabc`);
    forms.push(form);
    await pause(SEEN);
  }
  return forms;
}

/** Goes away without a word: who came last first, so that those who wait for their turn are gone when it comes. */
export async function breakOff(forms: readonly ClientRequest[]): Promise<void> {
  for (const form of forms.toReversed()) {
    form.destroy();
    await pause(SEEN);
  }
}
