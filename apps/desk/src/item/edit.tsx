import { useQueryClient } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getItem, type ItemRecord, type ItemUpdateRequest, updateItem } from '#client';
import { pathOf, tookOver, useItemChange, useStoragePlaces } from '../data/records.js';
import { Dialog } from '../parts/dialog.js';
import { Field, wrongIn } from '../parts/field.js';
import { Trouble } from '../parts/trouble.js';
import { answerOf, Problem } from '../session/problem.js';
import { client } from '../session/session.js';
import { named, t } from '../texts/texts.js';

/** The fields of the form: their path in the record, and how they read. */
const FIELDS = [
  ['item', 'fact.item'],
  ['location', 'fact.location'],
  ['brand', 'fact.brand'],
  ['itemStorage', 'fact.place'],
  ['hiddenMark', 'fact.hiddenMark'],
  ['internalNotes', 'fact.notes'],
  ['owner.firstName', 'owner.firstName'],
  ['owner.lastName', 'owner.lastName'],
  ['owner.contactEmail', 'owner.email'],
  ['owner.phoneNumber', 'owner.phone'],
  ['owner.reservationNumber', 'owner.reservationNumber'],
] as const;
type Path = (typeof FIELDS)[number][0];
type Values = Partial<Record<Path, string | null>>;

function currentOf(item: ItemRecord, path: Path): string | null {
  const [part, name] = path.split('.') as [keyof ItemRecord, string?];
  const value = name ? (item.owner as unknown as Record<string, unknown>)[name] : item[part];
  return (value as string | null) ?? null;
}

/** Changes what was written down. Where somebody else was faster, both values are shown. */
export function EditItem({ item, etag }: { item: ItemRecord; etag: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<{ values: Values; theirs: ItemRecord; etag: string } | null>(null);
  const places = useStoragePlaces(item.locationID).data ?? [];
  const queries = useQueryClient();
  const change = useItemChange();

  // Whoever comes to add a contact begins with its name.
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('edit')) return;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement>('[name="owner.firstName"]')?.focus();
  }, []);

  async function save(values: Values, extra: ItemUpdateRequest, version: string) {
    setError(null);
    try {
      const body: ItemUpdateRequest = { ...bodyOf(values), ...extra };
      if (Object.keys(body).length > 0)
        await change(updateItem({ client, path: { itemID: item.ID }, headers: { 'If-Match': version }, body }));
      setConflict(null);
      dialog.current?.close();
    } catch (cause) {
      if (!(cause instanceof Problem) || cause.status !== 412) return setError(cause);
      const now = await answerOf(getItem({ client, path: { itemID: item.ID } }));
      setConflict({ values, theirs: now.data, etag: now.etag });
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const values: Values = {};
    for (const [path] of FIELDS) {
      const given = String(form.get(path) ?? '').trim() || null;
      if (given !== currentOf(item, path)) values[path] = given;
    }
    const extra: ItemUpdateRequest = {};
    const place =
      form.get('storagePlaceID') === null || form.get('storagePlaceID') === '' ? null : Number(form.get('storagePlaceID'));
    if (place !== item.storagePlaceID) extra.storagePlaceID = place;
    const handling = form.get('handling') as ItemRecord['handling'];
    if (handling !== item.handling) extra.handling = handling;
    void save(values, extra, etag);
  }

  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {t('item.edit')}
      </button>
      <Dialog dialog={dialog} title={t('item.edit')}>
        {conflict ? (
          <Conflict
            {...conflict}
            keep={() => void save(conflict.values, {}, conflict.etag)}
            leave={() => {
              tookOver(queries, conflict.theirs, conflict.etag);
              setConflict(null);
              dialog.current?.close();
            }}
          />
        ) : (
          <form onSubmit={submit} key={etag}>
            <Trouble error={error} />
            {FIELDS.map(([path, text]) => (
              <Field key={path} label={t(text)} wrong={wrongIn(error, path)}>
                {path === 'internalNotes' || path === 'hiddenMark' ? (
                  <textarea name={path} rows={2} defaultValue={currentOf(item, path) ?? ''} />
                ) : (
                  <input name={path} defaultValue={currentOf(item, path) ?? ''} />
                )}
              </Field>
            ))}
            {places.length > 0 && (
              <Field label={t('find.place')}>
                <select name="storagePlaceID" defaultValue={String(item.storagePlaceID ?? '')}>
                  <option value="">–</option>
                  {places.map((place) => (
                    <option key={place.ID} value={place.ID}>
                      {pathOf(place, places)}
                    </option>
                  ))}
                </select>
              </Field>
            )}
            <Field label={t('fact.handling')}>
              <select name="handling" defaultValue={item.handling}>
                {(['normal', 'valuable', 'document', 'perishable', 'discreet'] as const).map((one) => (
                  <option key={one} value={one}>
                    {named('thing', one)}
                  </option>
                ))}
              </select>
            </Field>
            <button type="submit" class="primary wide">
              {t('item.save')}
            </button>
          </form>
        )}
      </Dialog>
    </>
  );
}

/** The body of a change: only what differs, the owner's fields below `owner`. */
function bodyOf(values: Values): ItemUpdateRequest {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const [part, name] = path.split('.') as [string, string?];
    if (name) body[part] = { ...(body[part] as object), [name]: value };
    else body[part] = value;
  }
  return body;
}

function Conflict(props: { values: Values; theirs: ItemRecord; keep: () => void; leave: () => void }) {
  const paths = Object.keys(props.values) as Path[];
  return (
    <div class="conflict" role="alert">
      <p>{t('conflict.text')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {paths.map((path) => (
            <tr key={path}>
              <th scope="row">{t(FIELDS.find(([one]) => one === path)![1])}</th>
              <td>{currentOf(props.theirs, path) ?? '–'}</td>
              <td>{props.values[path] ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        <button type="button" onClick={props.leave}>
          {t('conflict.leave')}
        </button>
        <button type="button" class="primary" onClick={props.keep}>
          {t('conflict.keep')}
        </button>
      </div>
    </div>
  );
}
