import { useEffect, useState } from 'preact/hooks';
import type { ItemRecord } from '#client';
import { t } from '../texts/texts.js';
import { Icon, type IconName } from './icon.js';
import { sayTrouble } from './trouble.js';

/** Photos that the service keeps are read from where the desk is open; those of others from where they are. */
export function pictureAt(url: string): string {
  const { pathname } = new URL(url, location.origin);
  return pathname.startsWith('/images/') ? pathname : url;
}

/** The first photo of an item, small. */
export function Thumbnail({ item }: { item: Pick<ItemRecord, 'item' | 'imageUrl' | 'photos'> }) {
  return <SmallPicture url={item.photos[0]?.thumbnailUrl ?? item.imageUrl} of={item.item} icon="photo" />;
}

/** A picture in a list, or an icon in its place. */
export function SmallPicture({ url, of, icon }: { url: string | null; of: string; icon: IconName }) {
  if (!url) {
    return (
      <span class="thumbnail none">
        <Icon name={icon} />
      </span>
    );
  }
  return <img class="thumbnail" src={pictureAt(url)} alt={t('photo.of', { item: of })} loading="lazy" decoding="async" />;
}

/** A picture that is on the device alone. */
export function OwnPicture({ photo, alt, ...props }: { photo: Blob; alt: string; class?: string }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url ? <img class={props.class ?? 'thumbnail'} src={url} alt={alt} /> : null;
}

/** A button that takes photos by the camera, or from files. */
export function PhotoInput(props: {
  class: string;
  text: string;
  icon?: IconName;
  multiple?: boolean;
  capture?: 'environment';
  add: (files: readonly File[]) => Promise<unknown>;
}) {
  return (
    <label class={props.class}>
      {props.icon && <Icon name={props.icon} />}
      <span>{props.text}</span>
      <input
        class="unseen"
        type="file"
        accept="image/*"
        multiple={props.multiple}
        capture={props.capture}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Each photo is another, however soon it comes.
          if (files.length > 0) props.add(files).catch(sayTrouble);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
