import { Problem } from '../session/problem.js';

/** The longest side of a photo as it is kept and sent, in pixels. */
const LONGEST = 1600;

/** A photo small enough for a slow network, on white where it is transparent. @throws Problem where the browser can not read it */
export async function taken(file: Blob): Promise<Blob> {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    const scale = Math.min(1, LONGEST / Math.max(picture.naturalWidth, picture.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.naturalWidth * scale);
    canvas.height = Math.round(picture.naturalHeight * scale);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    if (made) return made;
  } catch {
    // A picture that no browser reads the service does not take either.
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  throw new Problem('unreadable_photo', 0, '');
}
