export type { CleanImage } from './clean-image.js';
export { UploadedImage } from './image-part.js';
export { Images } from './images.js';
