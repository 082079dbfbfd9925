import { categories } from '../data/choices.js';
import { useLocations, usePlaceChoices } from '../data/records.js';
import { Chip, LocationChip } from '../parts/chip.js';
import { named, t } from '../texts/texts.js';

/** The filters in the address of a search beside the words, as `GET /items` names it. */
const FILTERS = [
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

/** The filters in an address, without the page and the words. */
export function filtersIn(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));
}

/** The filters, each a list of the browser. */
export function Chips({ query, set }: { query: URLSearchParams; set: (name: string, value: string) => void }) {
  const locations = useLocations().data ?? [];
  const locationID = query.get('locationID') ?? (locations.length === 1 ? locations[0]!.locationID : undefined);
  const places = usePlaceChoices(locationID).map(([ID, path]) => [String(ID), path] as const);
  const of = (name: (typeof FILTERS)[number]) => ({
    value: query.get(name) ?? '',
    choose: (value: string) => set(name, value),
  });
  return (
    <div class="chips">
      <Chip label={t('find.status')} options={STATUSES.map((one) => [one, named('status', one)])} {...of('status')} />
      <LocationChip {...of('locationID')} />
      <Chip label={t('find.category')} options={categories()} {...of('category')} />
      <Chip label={t('find.place')} options={places} {...of('storagePlaceID')} />
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
