import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { type ItemRecord, writeToItemOwner } from '#client';
import { Dialog } from '../parts/dialog.js';
import { Field } from '../parts/field.js';
import { say } from '../parts/toast.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { t } from '../texts/texts.js';

/** A message in the clerk's own words. */
export function WriteMessage({ item }: { item: ItemRecord }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  async function send(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    try {
      const text = String(new FormData(form).get('text'));
      await ask(writeToItemOwner({ client, path: { itemID: item.ID }, body: { kind: 'text', text } }));
      await queries.invalidateQueries({ queryKey: ['timeline'] });
      form.reset();
      dialog.current?.close();
      say(t('owner.sent'));
    } catch (cause) {
      setError(cause);
    }
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {t('owner.write')}
      </button>
      <Dialog dialog={dialog} title={t('owner.write')}>
        <form onSubmit={send}>
          <Trouble error={error} />
          <Field label={t('owner.text')}>
            <textarea name="text" rows={6} required />
          </Field>
          <button type="submit" class="primary wide">
            {t('owner.send')}
          </button>
        </form>
      </Dialog>
    </>
  );
}
