import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { addPhoto, type ItemRecord } from '#client';
import { Button } from '../../parts/button.js';
import { doFinally, useDeedsOf } from '../../parts/deeds.js';
import { Icon } from '../../parts/icon.js';
import { PhotoInput, pictureAt } from '../../parts/photo.js';
import { taken } from '../../parts/shrunk.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { t } from '../../texts/texts.js';

/** The photos, the first one large; another is added from the camera or a file, but none of a document. */
export function Photos({ item }: { item: ItemRecord }) {
  const [shown, setShown] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  const gone = useDeedsOf(['remove-photo'], item.ID).map((deed) => deed.kind === 'remove-photo' && deed.photoID);
  const kept = item.photos.filter(({ ID }) => !gone.includes(ID));
  const photos =
    item.photos.length > 0 ? kept : item.imageUrl ? [{ ID: 0, url: item.imageUrl, thumbnailUrl: item.imageUrl }] : [];
  const large = photos[Math.min(shown, photos.length - 1)];
  const changed = () => queries.invalidateQueries({ queryKey: ['item', item.ID] });

  async function add(files: readonly File[]) {
    setError(null);
    try {
      for (const file of files) await ask(addPhoto({ client, path: { itemID: item.ID }, body: { image: await taken(file) } }));
      setShown(item.photos.length);
    } catch (cause) {
      setError(cause);
    }
    await changed();
  }

  /** The service can not bring a photo back: it goes when nobody has taken that back. */
  function remove(photoID: number) {
    setShown(0);
    return doFinally({ kind: 'remove-photo', id: item.ID, photoID, title: item.item, etag: '', before: item });
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
            <Button key={ID} class="quiet" aria-pressed={index === shown} onClick={() => setShown(index)}>
              <img class="thumbnail" src={pictureAt(thumbnailUrl)} alt={t('photo.nth', { n: index + 1 })} />
            </Button>
          ))}
        {may('items.edit') && item.handling !== 'document' && (
          <PhotoInput class="button" text={t('photo.add')} multiple add={add} />
        )}
        {may('items.edit') && large && large.ID > 0 && (
          <Button class="quiet" onClick={() => remove(large.ID)}>
            {t('photo.remove')}
          </Button>
        )}
      </div>
    </figure>
  );
}
