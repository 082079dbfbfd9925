import { useState } from 'preact/hooks';
import { useLocations } from '../data/records.js';
import { Page } from '../parts/page.js';
import { may } from '../session/session.js';
import { t } from '../texts/texts.js';
import { GuestPage } from './guest-page.js';
import { Imports } from './imports.js';
import { Languages } from './languages.js';
import { Places } from './places.js';
import { Shipping } from './shipping.js';
import { Users } from './users.js';

/** The manager's settings: users, storage places, languages of guests, and finds from a file. */
export function People() {
  const locations = useLocations().data ?? [];
  const [chosen, setChosen] = useState<string>();
  const locationID = chosen ?? locations[0]?.locationID;
  return (
    <Page title={t('people.title')} wide>
      {locations.length > 1 && (
        <select
          class="chip"
          aria-label={t('find.location')}
          value={locationID}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {locations.map((one) => (
            <option key={one.locationID} value={one.locationID}>
              {one.name}
            </option>
          ))}
        </select>
      )}
      {locationID && (
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
