export { type CleanImage, cleanImage } from './clean-image.js';
export { MAX_IMAGE_BYTES, UploadedImage } from './image-part.js';
export { Images } from './images.js';
