import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { addPhoto, deletePhoto, type ItemRecord } from '#client';
import { Icon } from '../parts/icon.js';
import { PhotoInput, pictureAt } from '../parts/photo.js';
import { later } from '../parts/toast.js';
import { Trouble } from '../parts/trouble.js';
import { shrunk } from '../register/shrunk.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { t } from '../texts/texts.js';

/** The photos, the first one large; another is added from the camera or a file, but none of a document. */
export function Photos({ item }: { item: ItemRecord }) {
  const [shown, setShown] = useState(0);
  const [gone, setGone] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  const kept = item.photos.filter(({ ID }) => ID !== gone);
  const photos =
    item.photos.length > 0 ? kept : item.imageUrl ? [{ ID: 0, url: item.imageUrl, thumbnailUrl: item.imageUrl }] : [];
  const large = photos[Math.min(shown, photos.length - 1)];
  const changed = () => queries.invalidateQueries({ queryKey: ['item', item.ID] });

  async function add(files: readonly File[]) {
    setError(null);
    try {
      for (const file of files) await ask(addPhoto({ client, path: { itemID: item.ID }, body: { image: await shrunk(file) } }));
      setShown(item.photos.length);
    } catch (cause) {
      setError(cause);
    }
    await changed();
  }

  /** The service can not bring a photo back: it goes when nobody has taken that back. */
  function remove(photoID: number) {
    setShown(0);
    setGone(photoID);
    const send = async () => {
      await ask(deletePhoto({ client, path: { itemID: item.ID, photoID } }));
      await changed();
    };
    later(t('photo.removed'), send, () => setGone(null));
  }

  return (
    <figure class="photos">
      {large ? (
        <img class="large" src={pictureAt(large.url)} alt={t('photo.of', { item: item.item })} />
      ) : (
        <p class="no-photo">
          <Icon name="photo" />
        </p>
      )}
      <Trouble error={error} />
      <div class="strip">
        {photos.length > 1 &&
          photos.map(({ ID, thumbnailUrl }, index) => (
            <button key={ID} type="button" class="quiet" aria-pressed={index === shown} onClick={() => setShown(index)}>
              <img class="thumbnail" src={pictureAt(thumbnailUrl)} alt={t('photo.nth', { n: index + 1 })} />
            </button>
          ))}
        {may('items.edit') && item.handling !== 'document' && (
          <PhotoInput class="button" text={t('photo.add')} multiple add={(files) => void add(files)} />
        )}
        {may('items.edit') && large && large.ID > 0 && (
          <button type="button" class="quiet" onClick={() => remove(large.ID)}>
            {t('photo.remove')}
          </button>
        )}
      </div>
    </figure>
  );
}
