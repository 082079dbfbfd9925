import { type ItemRecord, updateMyFind } from '#client';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { t } from '../texts/texts.js';
import { Field } from './field.js';
import { textIn } from './form.js';
import { FormButton } from './form-button.js';

/** Mends a slip in one's own find. */
export function Mend({ item, changed }: { item: ItemRecord; changed: (item: ItemRecord) => unknown }) {
  async function send(given: FormData) {
    const body = { item: textIn(given, 'item') ?? '', location: textIn(given, 'location') ?? '' };
    await changed(await ask(updateMyFind({ client, path: { itemID: item.ID }, body })));
  }
  return (
    <FormButton name={`find ${item.ID}`} text={t('item.edit')} submit={t('item.save')} send={send}>
      <Field label={t('fact.item')} path="item">
        <input name="item" defaultValue={item.item} required />
      </Field>
      <Field label={t('fact.location')} path="location">
        <input name="location" defaultValue={item.location} required />
      </Field>
    </FormButton>
  );
}
