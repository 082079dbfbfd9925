import { randomBytes } from 'node:crypto';
import type { ImageExtension } from './clean-image.js';

/** Group, item and 128 random bits: the item is the only one whose changes remove it. */
const NAME = /^(?<groupID>\d+)-(?<itemID>\d+)-[0-9a-f]{32}\.(?<extension>jpg|png|gif)$/;

/** The item an image belongs to. */
export interface ImageOwner {
  groupID: number;
  itemID: number;
}

/** A new name that nobody can guess. */
export function newImageName({ groupID, itemID }: ImageOwner, extension: ImageExtension): string {
  return `${groupID}-${itemID}-${randomBytes(16).toString('hex')}.${extension}`;
}

/** The extension of an image's name, or null when no image can have that name. */
export function extensionIn(name: string): ImageExtension | null {
  return (NAME.exec(name)?.groups?.extension as ImageExtension | undefined) ?? null;
}

/** The addresses under which uploaded images are read. */
export class ImageLinks {
  /** @param publicUrl the service's own address, without a slash at its end */
  constructor(private readonly publicUrl: string) {}

  linkTo(name: string): string {
    return `${this.publicUrl}/images/${name}`;
  }

  /** The name of the owner's uploaded image that the URL leads to; null for any other URL. */
  nameIn(url: string, { groupID, itemID }: ImageOwner): string | null {
    const [, name = ''] = /\/images\/([^/]+)$/.exec(url) ?? [];
    const parts = NAME.exec(name)?.groups;
    return parts && Number(parts.groupID) === groupID && Number(parts.itemID) === itemID ? name : null;
  }
}
