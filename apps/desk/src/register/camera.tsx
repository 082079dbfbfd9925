import { Icon } from '../parts/icon.js';
import { OwnPicture, PhotoInput } from '../parts/photo.js';
import { t } from '../texts/texts.js';
import { shrunk } from './shrunk.js';

const MOST_PHOTOS = 5;

/** The camera, and what it took, small enough for a slow network. */
export function Camera({ photos, set }: { photos: readonly Blob[]; set: (photos: readonly Blob[]) => void }) {
  const add = async (files: readonly File[]) =>
    set([...photos, ...(await Promise.all(files.slice(0, MOST_PHOTOS - photos.length).map(shrunk)))]);
  return (
    <div class="camera">
      {photos.length < MOST_PHOTOS && (
        <PhotoInput
          class="shutter"
          icon="add"
          text={t('register.photo')}
          capture="environment"
          add={(files) => void add(files)}
        />
      )}
      {photos.map((photo, nth) => (
        <span key={`${photo.size}-${nth}`} class="taken">
          <OwnPicture photo={photo} alt={t('photo.nth', { n: nth + 1 })} />
          <button
            type="button"
            class="quiet"
            aria-label={t('photo.remove')}
            onClick={() => set(photos.filter((one) => one !== photo))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
    </div>
  );
}
