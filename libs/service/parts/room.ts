import { statfs } from 'node:fs/promises';

/** Bytes and the share of the disk that have to be free. */
const FREE = { bytes: 2 ** 30, share: 0.05 };
const GB = 1e9;

/** The room on the disk of DATA_DIR, in words. @throws Error where too little is left */
export async function roomIn(folder: string): Promise<string> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const text = `${((bavail * bsize) / GB).toFixed(1)} of ${((blocks * bsize) / GB).toFixed(1)} GB free in DATA_DIR`;
  if (bavail * bsize < FREE.bytes || bavail / blocks < FREE.share) throw new Error(`Only ${text}`);
  return text;
}
