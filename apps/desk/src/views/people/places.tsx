import { useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { createStoragePlace, deleteStoragePlace, type StoragePlaceRecord, updateStoragePlace } from '#client';
import { useHere } from '../../data/here.js';
import { usePlaceChoices, useStoragePlaces } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { LocationChip } from '../../parts/chip.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { FormButton } from '../../parts/form-button.js';
import { NONE, Options } from '../../parts/options.js';
import { Page } from '../../parts/page.js';
import { Row } from '../../parts/row.js';
import { ask, Problem } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

const isConflict = (error: unknown): boolean => error instanceof Problem && error.code === 'conflict';

/** The storage places as a view of their own, for those who keep things and manage no people. */
export function PlacesView() {
  const [locationID, choose] = useHere();
  return (
    <Page title={t('people.places')} back actions={<LocationChip value={locationID} isNeeded choose={choose} />}>
      {locationID && <Places key={locationID} locationID={locationID} />}
    </Page>
  );
}

/** Rooms, shelves and boxes of a Location, with what lies in each, in the order of their paths. */
export function Places({ locationID }: { locationID: string }) {
  const places = useStoragePlaces(locationID).data ?? [];
  const paths = usePlaceChoices(locationID);
  const queries = useQueryClient();
  // Records of items have the paths.
  const changed = () => queries.invalidateQueries();

  async function add(given: FormData) {
    await ask(createStoragePlace({ client, path: { locationID }, body: placeIn(given) })).catch(sayTaken);
    await changed();
  }

  async function change(storagePlaceID: number, given: FormData) {
    await ask(updateStoragePlace({ client, path: { storagePlaceID }, body: placeIn(given) })).catch(sayTaken);
    await changed();
  }

  async function remove(storagePlaceID: number, path: string) {
    await ask(deleteStoragePlace({ client, path: { storagePlaceID } })).catch((error: unknown) => {
      if (!isConflict(error)) throw error;
      say(t('places.notEmpty', { place: path }));
    });
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
        {places.map((place, index) => (
          <Row
            key={place.ID}
            href={`/find?locationID=${locationID}&storagePlaceID=${place.ID}`}
            title={paths[index]![1]}
            facts={[place.code]}
            marks={countIn(place.ID, places)}
          >
            {may('storage-places.edit') && (
              <>
                <FormButton
                  name={`place ${place.ID}`}
                  class="quiet"
                  text={t('item.edit')}
                  submit={t('item.save')}
                  send={(given) => change(place.ID, given)}
                >
                  <Fields place={place} parents={paths.filter(([ID]) => !isIn(ID, place.ID, places))} />
                  <Field label={t('places.code')} path="code">
                    <input name="code" required maxLength={50} defaultValue={place.code} />
                  </Field>
                </FormButton>
                <Button class="quiet" onClick={() => remove(place.ID, paths[index]![1])}>
                  {t('photo.remove')}
                </Button>
              </>
            )}
          </Row>
        ))}
      </ul>
      {may('storage-places.edit') && (
        <Form name="place" class="inline" isReset send={add}>
          <Fields parents={paths} />
          <Button type="submit">{t('people.add')}</Button>
        </Form>
      )}
    </section>
  );
}

/** The name of a place, and the one that it is in. */
function Fields({ place, parents }: { place?: StoragePlaceRecord; parents: readonly (readonly [ID: number, path: string])[] }) {
  return (
    <>
      <Field label={place ? t('guestPage.name') : t('people.newPlace')} path="name">
        <input name="name" required maxLength={100} defaultValue={place?.name ?? ''} />
      </Field>
      <Field label={t('people.in')} path="parentID">
        <select name="parentID">
          <Options of={[NONE, ...parents]} chosen={place?.parentID ?? null} />
        </select>
      </Field>
    </>
  );
}

function placeIn(given: FormData) {
  const code = textIn(given, 'code');
  return { name: textIn(given, 'name') ?? '', parentID: Number(textIn(given, 'parentID')) || null, ...(code && { code }) };
}

/** A code that another place has is wrong in its field. @throws Problem */
function sayTaken(error: unknown): never {
  throw isConflict(error) ? new Problem('validation_failed', 409, '', [{ field: 'code', code: 'duplicate' } as never]) : error;
}

/** The number of items in a place and in those that it has, as the list behind it shows. */
function countIn(ID: number, all: readonly StoragePlaceRecord[]): number {
  return all.filter((one) => isIn(one.ID, ID, all)).reduce((sum, { itemCount }) => sum + itemCount, 0);
}

/** Whether a place is another one, or in it. */
function isIn(ID: number | null, other: number, all: readonly StoragePlaceRecord[]): boolean {
  if (ID === null || ID === other) return ID === other;
  return isIn(all.find((one) => one.ID === ID)?.parentID ?? null, other, all);
}
