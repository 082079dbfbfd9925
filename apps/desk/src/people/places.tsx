import { useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { createStoragePlace, deleteStoragePlace } from '#client';
import { usePlaceChoices, useStoragePlaces } from '../data/records.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Form, textIn } from '../parts/form.js';
import { NONE, Options } from '../parts/options.js';
import { Row } from '../parts/row.js';
import { sayTrouble } from '../parts/say.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { t } from '../texts/texts.js';

/** Rooms, shelves and boxes of a Location, with what lies in each. */
export function Places({ locationID }: { locationID: string }) {
  const places = useStoragePlaces(locationID).data ?? [];
  const paths = usePlaceChoices(locationID);
  const queries = useQueryClient();
  const changed = () => queries.invalidateQueries({ queryKey: ['storage-places'] });

  async function add(given: FormData) {
    const parentID = Number(textIn(given, 'parentID')) || null;
    await ask(createStoragePlace({ client, path: { locationID }, body: { name: textIn(given, 'name') ?? '', parentID } }));
    await changed();
  }

  async function remove(storagePlaceID: number) {
    await ask(deleteStoragePlace({ client, path: { storagePlaceID } })).catch(sayTrouble);
    await changed();
  }

  return (
    <section class="panel">
      <header>
        <h2>{t('people.places')}</h2>
        {places.length > 0 && (
          <Link class="button" href={`/labels?placesOf=${locationID}`}>
            {t('labels.places')}
          </Link>
        )}
      </header>
      <ul class="rows">
        {places.map(({ ID, code, itemCount }, index) => (
          <Row
            key={ID}
            href={`/find?locationID=${locationID}&storagePlaceID=${ID}`}
            title={paths[index]![1]}
            facts={[code]}
            marks={itemCount}
          >
            {may('storage-places.edit') && itemCount === 0 && (
              <Button class="quiet" onClick={() => remove(ID)}>
                {t('photo.remove')}
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {may('storage-places.edit') && (
        <Form name="place" class="inline" isReset send={add}>
          <Field label={t('people.newPlace')} path="name">
            <input name="name" required maxLength={100} />
          </Field>
          <Field label={t('people.in')} path="parentID">
            <select name="parentID">
              <Options of={[NONE, ...paths]} />
            </select>
          </Field>
          <Button type="submit">{t('people.add')}</Button>
        </Form>
      )}
    </section>
  );
}
