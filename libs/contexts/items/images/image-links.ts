import { randomBytes } from 'node:crypto';
import type { ImageExtension } from './clean-image.js';

/** Group, item and 128 random bits: only changes of that item remove the image. */
const NAME = /^(?<groupID>\d+)-(?<itemID>\d+)-[0-9a-f]{32}\.(?<extension>jpg|png|gif)$/;

/** The item an image belongs to. */
export interface ImageOwner {
  groupID: number;
  itemID: number;
}

/** A new name that cannot be guessed. */
export function newImageName({ groupID, itemID }: ImageOwner, extension: ImageExtension): string {
  return `${groupID}-${itemID}-${randomBytes(16).toString('hex')}.${extension}`;
}

/** The extension in an image's name, or null when the name is not valid. */
export function extensionIn(name: string): ImageExtension | null {
  return (NAME.exec(name)?.groups?.extension as ImageExtension | undefined) ?? null;
}

/** The URLs of uploaded images. */
export class ImageLinks {
  /** @param publicUrl the service's public URL, without a trailing slash */
  constructor(private readonly publicUrl: string) {}

  linkTo(name: string): string {
    return `${this.publicUrl}/images/${name}`;
  }

  /** The name in the URL of an image uploaded for this item; null for any other URL. */
  nameIn(url: string, { groupID, itemID }: ImageOwner): string | null {
    const [, name = ''] = /\/images\/([^/]+)$/.exec(url) ?? [];
    const parts = NAME.exec(name)?.groups;
    return parts && Number(parts.groupID) === groupID && Number(parts.itemID) === itemID ? name : null;
  }
}
