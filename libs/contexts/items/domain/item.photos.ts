import { type Caller, changesOf, LimitReached, NotFound, ValidationFailed } from '#platform/kernel';
import type { Photo, Photos } from './item.details.js';
import { ItemIsFinal } from './item.errors.js';
import type { ItemEvent } from './item.events.js';
import type { ItemDetails } from './item.fields.js';
import type { ItemState, KnownItem } from './item.state.js';

/** Maximum photos of an item (decisions.md, section 13, Photos). */
export const MOST_PHOTOS = 10;

const NONE: Photos = { last: 0, all: [] };

/** The addresses of a photo. */
export type PhotoFiles = Pick<Photo, 'url' | 'thumbnailUrl'>;

/** `replace-first` is the upload of the item's one image; `order` names all photos. */
export type PhotoChange =
  | { kind: 'add'; files: PhotoFiles }
  | { kind: 'replace-first'; files: PhotoFiles }
  | { kind: 'remove'; photoID: number }
  | { kind: 'order'; photoIDs: readonly number[] };

export interface ChangePhotos {
  type: 'ChangePhotos';
  caller: Caller;
  change: PhotoChange;
  at: string;
}

/** The photos of an item: its `imageUrl` alone where no others are known, as in events of earlier releases. */
export function photosOf({ photos, imageUrl }: Pick<ItemDetails, 'photos' | 'imageUrl'>, registeredAt: string): Photos {
  if (photos && urlOfFirst(photos) === imageUrl) return photos;
  const { last } = photos ?? NONE;
  return imageUrl === null ? { last, all: [] } : { last: last + 1, all: [onlyAddress(imageUrl, last + 1, registeredAt)] };
}

/** The addresses of all images that the item refers to. */
export function imagesOf(state: ItemState): string[] {
  if (state.status === 'absent') return [];
  return photosOf(state.details, state.registeredAt).all.flatMap(({ url, thumbnailUrl }) => [url, thumbnailUrl]);
}

/** @throws NotFound for an unknown photo; LimitReached; ValidationFailed when the order does not name exactly the photos there are */
export function changePhotos({ change, at }: ChangePhotos, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (state.status === 'anonymized') throw new ItemIsFinal(state.status);
  const before = photosOf(state.details, state.registeredAt);
  const photos = changed(change, before, at);
  const stored: ItemDetails = { ...state.details, photos: before };
  const data = changesOf(stored, { imageUrl: urlOfFirst(photos), photos });
  return Object.keys(data).length === 0 ? [] : [{ type: 'ItemUpdated', data }];
}

/** The identifier of the photo that these events of `add` added. */
export function lastPhotoIn(events: readonly ItemEvent[]): number {
  return events.flatMap((event) => (event.type === 'ItemUpdated' ? (event.data.photos?.last ?? []) : [])).at(-1)!;
}

/** The photos once `imageUrl` is another: it replaces the first, or becomes the first where it is one of them; null removes all. */
export function photosWith(imageUrl: string | null, state: KnownItem, at: string): Photos {
  const { last, all } = photosOf(state.details, state.registeredAt);
  if (imageUrl === null) return { last, all: [] };
  const known = all.find(({ url }) => url === imageUrl);
  if (known) return { last, all: [known, ...all.filter((photo) => photo !== known)] };
  return { last: last + 1, all: [onlyAddress(imageUrl, last + 1, at), ...all.slice(1)] };
}

function changed(change: PhotoChange, { last, all }: Photos, at: string): Photos {
  switch (change.kind) {
    case 'add':
      if (all.length >= MOST_PHOTOS) throw new LimitReached('photos', MOST_PHOTOS, 'record');
      return { last: last + 1, all: [...all, { ID: last + 1, ...change.files, createdAt: at }] };
    case 'replace-first':
      return { last: last + 1, all: [{ ID: last + 1, ...change.files, createdAt: at }, ...all.slice(1)] };
    case 'remove':
      if (!all.some(({ ID }) => ID === change.photoID)) throw new NotFound('The photo');
      return { last, all: all.filter(({ ID }) => ID !== change.photoID) };
    case 'order':
      return { last, all: ordered(all, change.photoIDs) };
    default:
      return change satisfies never;
  }
}

/** A photo of which only its address is known. */
function onlyAddress(url: string, ID: number, createdAt: string): Photo {
  return { ID, url, thumbnailUrl: url, createdAt };
}

function urlOfFirst({ all }: Photos): string | null {
  return all[0]?.url ?? null;
}

function ordered(photos: Photo[], photoIDs: readonly number[]): Photo[] {
  const named = photoIDs.flatMap((photoID) => photos.find(({ ID }) => ID === photoID) ?? []);
  if (photoIDs.length === photos.length && new Set(named).size === photos.length) return named;
  const message = 'Must name each photo of the item once, and no other.';
  throw new ValidationFailed([{ field: 'photoIDs', code: 'not_allowed', message }]);
}
