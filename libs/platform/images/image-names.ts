import { randomBytes } from 'node:crypto';
import type { ImageExtension } from './clean-image.js';

/** Group, record and 128 random bits: only changes of that record remove the image. */
const NAME = /^(?<groupID>\d+)-(?<record>[a-z]*\d+)-[0-9a-f]{32}\.(?<extension>jpg|png|gif)$/;

/** The record an image belongs to. */
export interface ImageOwner {
  groupID: number;
  /** The number of an item; of other kinds of record with letters in front, `logo7`. */
  record: number | string;
}

/** A new name that cannot be guessed. */
export function newImageName({ groupID, record }: ImageOwner, extension: ImageExtension): string {
  return `${groupID}-${record}-${randomBytes(16).toString('hex')}.${extension}`;
}

/** The extension in an image's name, or null when the name is not valid. */
export function extensionIn(name: string): ImageExtension | null {
  return (NAME.exec(name)?.groups?.extension as ImageExtension | undefined) ?? null;
}

/** The record that the image with this name was uploaded for; null when the name is not valid. */
export function ownerIn(name: string): ImageOwner | null {
  const parts = NAME.exec(name)?.groups;
  return parts ? { groupID: Number(parts.groupID), record: parts.record! } : null;
}

/** Whether it is the name of an image uploaded for this record. */
export function isNameOf({ groupID, record }: ImageOwner, name: string): boolean {
  const owner = ownerIn(name);
  return owner?.groupID === groupID && owner.record === String(record);
}

/** The last part of the address of an uploaded image; empty for any other. */
export function nameIn(imageUrl: string | null): string {
  return /\/images\/([^/]+)$/.exec(imageUrl ?? '')?.[1] ?? '';
}
