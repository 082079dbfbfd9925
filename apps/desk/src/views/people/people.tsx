import { Link } from 'wouter-preact';
import { useHere } from '../../data/here.js';
import { useLocationLanguages, useStoragePlaces, useUsers } from '../../data/records.js';
import { LocationChip } from '../../parts/chip.js';
import { Page } from '../../parts/page.js';
import { may } from '../../session/session.js';
import { t } from '../../texts/texts.js';
import { GuestPage } from './guest-page.js';
import { Imports } from './imports.js';
import { Languages } from './languages.js';
import { Places } from './places.js';
import { Shipping } from './shipping.js';
import { Users } from './users.js';

/** The manager's settings of a Location: users, storage places, shipping, what guests see, their languages, and finds from a file. */
export function People() {
  const [locationID, choose] = useHere();
  // One list that comes later would push the others down.
  const lists = [useUsers(locationID), useStoragePlaces(locationID), useLocationLanguages(locationID)];
  return (
    <Page
      title={t('people.title')}
      wide
      actions={
        <div class="actions">
          <LocationChip value={locationID} isNeeded choose={choose} />
          {may('connections.manage') && (
            <Link class="button" href="/people/connections">
              {t('connections.title')}
            </Link>
          )}
          {may('audit.read') && (
            <Link class="button" href="/people/audit">
              {t('audit.title')}
            </Link>
          )}
        </div>
      }
    >
      {locationID && !lists.some(({ isLoading }) => isLoading) && (
        <div class="columns" key={locationID}>
          <div>
            {may('users.read') && <Users locationID={locationID} />}
            {may('items.import') && <Imports locationID={locationID} />}
          </div>
          <div>
            <Places locationID={locationID} />
            {may('locations.edit') && <Shipping locationID={locationID} />}
            {may('locations.edit') && <GuestPage locationID={locationID} />}
            {may('languages.read') && <Languages locationID={locationID} />}
          </div>
        </div>
      )}
    </Page>
  );
}
