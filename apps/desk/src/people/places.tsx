import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { createStoragePlace, deleteStoragePlace } from '#client';
import { pathOf, useStoragePlaces } from '../data/records.js';
import { Field } from '../parts/field.js';
import { say } from '../parts/toast.js';
import { Trouble, textOf } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { t } from '../texts/texts.js';

/** Rooms, shelves and boxes of a Location, with what lies in each. */
export function Places({ locationID }: { locationID: string }) {
  const places = useStoragePlaces(locationID).data ?? [];
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const changed = () => queries.invalidateQueries({ queryKey: ['storage-places'] });

  async function add(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const parentID = given.get('parentID') ? Number(given.get('parentID')) : null;
    setError(null);
    try {
      await ask(createStoragePlace({ client, path: { locationID }, body: { name: String(given.get('name')), parentID } }));
      form.reset();
    } catch (cause) {
      setError(cause);
    }
    await changed();
  }

  async function remove(storagePlaceID: number) {
    await ask(deleteStoragePlace({ client, path: { storagePlaceID } })).catch((cause: unknown) => say(textOf(cause)));
    await changed();
  }

  return (
    <section>
      <h2>{t('people.places')}</h2>
      <ul class="rows">
        {places.map((place) => (
          <li key={place.ID} class="row">
            <Link href={`/find?locationID=${locationID}&storagePlaceID=${place.ID}`}>
              <span class="what">
                <strong>{pathOf(place, places)}</strong>
                <span class="facts">{place.code}</span>
              </span>
              <span class="marks">{place.itemCount}</span>
            </Link>
            {may('storage-places.edit') && place.itemCount === 0 && (
              <button type="button" class="quiet" onClick={() => void remove(place.ID)}>
                {t('photo.remove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {places.length > 0 && <Link href={`/labels?placesOf=${locationID}`}>{t('labels.places')}</Link>}
      {may('storage-places.edit') && (
        <form class="inline" onSubmit={add}>
          <Trouble error={error} />
          <Field label={t('people.newPlace')}>
            <input name="name" required maxLength={100} />
          </Field>
          <Field label={t('people.in')}>
            <select name="parentID">
              <option value="">–</option>
              {places.map((place) => (
                <option key={place.ID} value={place.ID}>
                  {pathOf(place, places)}
                </option>
              ))}
            </select>
          </Field>
          <button type="submit">{t('people.add')}</button>
        </form>
      )}
    </section>
  );
}
