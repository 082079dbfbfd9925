/** The largest colour profile that is looked at, in bytes. */
export const MOST_PROFILE = 1024 * 1024;

/** An image without anything but its pixels. */
export interface Found {
  bytes: Buffer;
  width: number;
  height: number;
  /** How it must be turned to be upright, as EXIF counts it: 1 to 8. */
  orientation: number;
  /** The end was missing and has been added: only if no pixel is, it is whole. */
  isEnded?: boolean;
}
