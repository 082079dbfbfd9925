import type { ItemRecord } from '#client';
import { placeOf } from '../data/records.js';
import { t } from '../texts/texts.js';
import { Thumbnail } from './photo.js';
import { Facts } from './row.js';

/** The item that a form is about: what to fetch, and from where. */
export function ItemCard({ item }: { item: ItemRecord }) {
  return (
    <div class="card">
      <Thumbnail item={item} />
      <span class="what">
        <strong>
          <bdi>{item.item}</bdi>
        </strong>
        <Facts of={[t('item.number', { id: item.ID }), item.location]} />
      </span>
      <strong>
        <bdi>{placeOf(item)}</bdi>
      </strong>
    </div>
  );
}
