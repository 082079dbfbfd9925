import { useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Icon } from '../../parts/icon.js';
import { OwnPicture, PhotoInput } from '../../parts/photo.js';
import { taken } from '../../parts/shrunk.js';
import { Trouble } from '../../parts/trouble.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

const MOST_PHOTOS = 5;

/** The camera, and what it took, small enough for a slow network. A picture that can not be used is named at once. */
export function Camera({ photos, set }: { photos: readonly Blob[]; set: (photos: readonly Blob[]) => void }) {
  const [error, setError] = useState<unknown>(null);
  /** With those of a photo before, which was just being read. */
  const latest = useRef(photos);
  latest.current = photos;
  const add = async (files: readonly File[]) => {
    const read = await Promise.allSettled(files.map(taken));
    setError(read.find((one) => one.status === 'rejected')?.reason);
    latest.current = [...latest.current, ...read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))];
    set(latest.current.slice(0, MOST_PHOTOS));
    const left = latest.current.length - MOST_PHOTOS;
    if (left > 0) say(t('limit.photos', { count: MOST_PHOTOS, left }));
  };
  return (
    <>
      <div class="camera">
        {photos.length < MOST_PHOTOS && (
          <PhotoInput class="shutter" icon="add" text={t('register.photo')} capture="environment" add={add} />
        )}
        {photos.map((photo, nth) => (
          <span key={`${photo.size}-${nth}`} class="taken">
            <OwnPicture photo={photo} alt={t('photo.nth', { n: nth + 1 })} />
            <Button class="quiet" aria-label={t('photo.remove')} onClick={() => set(photos.filter((one) => one !== photo))}>
              <Icon name="close" />
            </Button>
          </span>
        ))}
      </div>
      <Trouble error={error} />
    </>
  );
}
