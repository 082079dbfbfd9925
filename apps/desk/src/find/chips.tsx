import { categories } from '../data/choices.js';
import { pathOf, useLocations, useStoragePlaces } from '../data/records.js';
import { named, t } from '../texts/texts.js';

/** The filters in the address of a search beside the words, as `GET /items` names it. */
export const FILTERS = [
  'status',
  'locationID',
  'category',
  'departuredFrom',
  'storagePlaceID',
  'expiresBefore',
  'onHold',
  'sort',
] as const;

const STATUSES = [
  ...['contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest', 'shipment-paid', 'pickup-scheduled', 'in-route'],
  ...['delivered', 'left-behind', 'finished', 'expired'],
];

/** The filters, each a list of the browser. */
export function Chips({ query, set }: { query: URLSearchParams; set: (name: string, value: string) => void }) {
  const locations = useLocations().data ?? [];
  const locationID = query.get('locationID') ?? (locations.length === 1 ? locations[0]!.locationID : undefined);
  const places = useStoragePlaces(locationID).data ?? [];
  const chip = (name: (typeof FILTERS)[number], label: string, options: readonly (readonly [string, string])[]) => (
    <select
      aria-label={label}
      class={query.get(name) ? 'chip chosen' : 'chip'}
      value={query.get(name) ?? ''}
      onChange={(event) => set(name, event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  return (
    <div class="chips">
      {chip(
        'status',
        t('find.status'),
        STATUSES.map((one) => [one, named('status', one)] as const),
      )}
      {locations.length > 1 &&
        chip(
          'locationID',
          t('find.location'),
          locations.map((one) => [one.locationID, one.name] as const),
        )}
      {chip('category', t('find.category'), categories())}
      {places.length > 0 &&
        chip(
          'storagePlaceID',
          t('find.place'),
          places.map((one) => [String(one.ID), pathOf(one, places)] as const),
        )}
      <label class={query.get('departuredFrom') ? 'chip chosen' : 'chip'}>
        {t('find.since')}
        <input
          type="date"
          value={query.get('departuredFrom') ?? ''}
          onChange={(event) => set('departuredFrom', event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
