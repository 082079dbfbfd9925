import { newKey } from '../device/browser.js';
import type { WaitingFind, WaitingPhoto } from './database.js';

/** A photo in the form that every browser keeps. */
export async function kept(photo: Blob): Promise<WaitingPhoto> {
  return { key: newKey(), type: photo.type, bytes: await photo.arrayBuffer() };
}

/** The photos of a find that are still to be sent, also as earlier releases kept them. */
export function photosOf({ key, photos, photosSent = 0 }: WaitingFind): { key: string; photo: Blob }[] {
  return photos
    .map((one, nth) =>
      one instanceof Blob
        ? { key: `${key}-${nth}`, photo: one }
        : { key: one.key, photo: new Blob([one.bytes], { type: one.type }) },
    )
    .slice(photosSent);
}

/** The find without a photo. */
export function without(find: WaitingFind, photoKey: string): WaitingFind {
  const isOther = (one: WaitingPhoto | Blob, nth: number) => (one instanceof Blob ? `${find.key}-${nth}` : one.key) !== photoKey;
  // Photos of an earlier release are known by their place: they stay there until all are sent.
  if (find.photos.every((one) => !(one instanceof Blob))) return { ...find, photos: find.photos.filter(isOther) };
  return { ...find, photosSent: find.photos.findIndex((one, nth) => !isOther(one, nth)) + 1 };
}
