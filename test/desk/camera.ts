import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import encodeQR from 'qr';
import sharp from 'sharp';
import { startBrowser } from '../support/browser.js';

/** Does something in a browser whose camera sees the code of an address. */
export async function withCamera(address: string, work: (camera: Browser) => Promise<void>): Promise<void> {
  const seen = join(tmpdir(), `seen-${process.pid}.mjpeg`);
  const svg = encodeQR(address, 'svg').replace('<svg', '<svg width="400" height="400"');
  const code = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).toBuffer();
  const frame = sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } }).composite([{ input: code }]);
  await frame.jpeg().toFile(seen);
  const camera = await startBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${seen}`,
  ]);
  try {
    await work(camera);
  } finally {
    await camera.close();
    rmSync(seen);
  }
}
