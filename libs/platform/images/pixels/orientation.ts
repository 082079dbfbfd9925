const [TAG, SHORT] = [0x0112, 3];
const PREFIX = 'Exif\0\0';

/** The orientation that EXIF data state, 1 to 8; 1, upright, where they state none that can be read. */
export function orientationIn(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, PREFIX.length) === PREFIX ? exif.subarray(PREFIX.length) : exif;
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = short(directory);
  for (let entry = directory + 2; entry < directory + 2 + 12 * entries && entry + 12 <= tiff.length; entry += 12) {
    if (short(entry) !== TAG || short(entry + 2) !== SHORT) continue;
    const stated = short(entry + 8);
    return stated >= 1 && stated <= 8 ? stated : 1;
  }
  return 1;
}
