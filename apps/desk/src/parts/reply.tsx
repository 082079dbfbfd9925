import { useQueryClient } from '@tanstack/preact-query';
import { type MessageRecord, readItemMessage, readRequestMessage, writeToItemOwner, writeToRequestGuest } from '#client';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { say } from '../texts/say.js';
import { named, t } from '../texts/texts.js';
import { Button } from './button.js';
import { Field } from './field.js';
import { Form, textIn } from './form.js';
import { pictureAt } from './photo.js';
import { Facts } from './row.js';

/** The calls that answer each kind of record, and note that a reply was read. */
const CALLS = {
  items: (itemID: number) => ({
    write: (text: string) => writeToItemOwner({ client, path: { itemID }, body: { kind: 'text', text } }),
    read: (messageID: number) => readItemMessage({ client, path: { itemID, messageID } }),
  }),
  requests: (requestID: number) => ({
    write: (text: string) => writeToRequestGuest({ client, path: { requestID }, body: { kind: 'text', text } }),
    read: (messageID: number) => readRequestMessage({ client, path: { requestID, messageID } }),
  }),
};

/** A reply to a record. */
interface Replied {
  subject: keyof typeof CALLS;
  id: number;
  /** The owner's or guest's address, where one is known. */
  email: string | null;
  message: MessageRecord;
}

/** The words of the owner or guest, with a field to answer in while nobody has read it. */
export function Reply({ subject, id, email, message }: Replied) {
  const queries = useQueryClient();
  const { write, read } = CALLS[subject](id);
  async function noteRead() {
    await ask(read(message.ID));
    for (const list of ['timeline', 'tasks']) await queries.invalidateQueries({ queryKey: [list] });
  }
  async function answer(given: FormData) {
    const { status } = await ask(write(textIn(given, 'text') ?? ''));
    await noteRead();
    say(t(status === 'held' ? 'owner.held' : 'owner.waits'));
  }
  return (
    <div class="reply">
      <strong>{named('message', 'reply')}</strong>{' '}
      <Facts
        of={[
          message.from,
          message.verified === false && t('reply.unverified'),
          isOther(message.from, email) && t('reply.otherAddress'),
        ]}
      />
      <p class="said">{message.text}</p>
      {message.attachments.map(({ ID, name, url }) => (
        <a key={ID} href={pictureAt(url)} target="_blank" rel="noreferrer">
          <img class="thumbnail" src={pictureAt(url)} alt={name} />
        </a>
      ))}
      {message.readAt === null && (
        <Form name={`reply-${message.ID}`} isReset send={answer}>
          <Field label={t('reply.answer')} path="text">
            <textarea name="text" rows={3} maxLength={1000} required />
          </Field>
          <div class="buttons">
            <Button type="submit">{t('owner.send')}</Button>
            <Button onClick={noteRead}>{t('reply.read')}</Button>
          </div>
        </Form>
      )}
    </div>
  );
}

/** Whether a masked address is certainly not this one, which would be masked as `a***@example.com`. */
function isOther(masked: string | null, email: string | null): boolean {
  if (!masked?.includes('@') || email === null) return false;
  return masked.toLowerCase() !== `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`.toLowerCase();
}
