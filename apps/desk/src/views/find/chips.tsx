import { categories } from '../../data/choices.js';
import type { Filter } from '../../data/filters.js';
import { useLocations, usePlaceChoices } from '../../data/records.js';
import { Chip, LocationChip } from '../../parts/chip.js';
import { named, t } from '../../texts/texts.js';

const STATUSES = [
  ...['contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest', 'shipment-paid', 'pickup-scheduled', 'in-route'],
  ...['delivered', 'left-behind', 'finished', 'expired'],
];

/** The filters, each a list of the browser. */
export function Chips({ query, set }: { query: URLSearchParams; set: (name: string, value: string) => void }) {
  const locations = useLocations().data ?? [];
  const locationID = query.get('locationID') ?? (locations.length === 1 ? locations[0]!.locationID : undefined);
  const places = usePlaceChoices(locationID).map(([ID, path]) => [String(ID), path] as const);
  const of = (name: Filter) => ({
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
