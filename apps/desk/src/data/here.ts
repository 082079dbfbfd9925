import { useEffect } from 'preact/hooks';
import { readSetting, writeSetting } from '../device/browser.js';
import { store } from '../device/store.js';
import { session } from '../session/session.js';
import { keepZones } from '../texts/format.js';
import { useLocations } from './records.js';

const KEPT = 'desk-location';
const chosen = store(readSetting(KEPT));

/** The Location that the person works at, by default the first, and a function that chooses another. Offline, as known at sign-in. */
export function useHere(): readonly [locationID: string | undefined, choose: (locationID: string) => void] {
  const now = session.use();
  const before = chosen.use();
  const all = useLocations().data;
  const listed = all?.filter(({ active }) => active);
  const own = now.kind === 'in' || now.kind === 'offline' ? now.me.locationAccess.locationIDs : [];
  const known = listed?.map(({ locationID }) => locationID) ?? own;
  const here = before && (known.length === 0 || known.includes(before)) ? before : known[0];
  const zone = `desk-zone ${here}`;
  const timeZone = all?.find(({ locationID }) => locationID === here)?.timeZone ?? readSetting(zone);
  // Without the network its days and times are as they were known before.
  keepZones(all ?? (here && timeZone ? [{ locationID: here, timeZone }] : []), here);
  const choose = (locationID: string) => {
    writeSetting(KEPT, locationID);
    chosen.set(locationID);
  };
  useEffect(() => {
    if (here) writeSetting(KEPT, here);
    if (here && timeZone) writeSetting(zone, timeZone);
  }, [here, zone, timeZone]);
  return [here, choose];
}
