import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderStorage } from '#platform/storage';
import { startService } from '../support/service.js';

export type ImageService = Awaited<ReturnType<typeof startImageService>>;

/** The service with a Location, and with its images in a folder, which ends with it. */
export async function startImageService(publicUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'images-'));
  const service = await startService({ storage: new FolderStorage(folder), publicUrl });
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  };
  return { ...service, stop, folder, locationID: await service.location() };
}
