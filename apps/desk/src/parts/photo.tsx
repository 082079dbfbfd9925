import type { ItemRecord } from '#client';
import { t } from '../texts/texts.js';
import { Icon } from './icon.js';

/** Photos that the service keeps are read from where the desk is open; those of others from where they are. */
export function pictureAt(url: string): string {
  const { pathname } = new URL(url, location.origin);
  return pathname.startsWith('/images/') ? pathname : url;
}

/** The first photo of an item, small. */
export function Thumbnail({ item }: { item: Pick<ItemRecord, 'item' | 'imageUrl' | 'photos'> }) {
  const url = item.photos[0]?.thumbnailUrl ?? item.imageUrl;
  if (!url) {
    return (
      <span class="thumbnail none">
        <Icon name="photo" />
      </span>
    );
  }
  return <img class="thumbnail" src={pictureAt(url)} alt={t('photo.of', { item: item.item })} loading="lazy" decoding="async" />;
}
