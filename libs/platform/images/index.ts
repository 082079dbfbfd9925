export { type CleanImage, cleanImage, NotAPicture } from './clean-image.js';
export { hasImages } from './has-images.js';
export { ownerIn } from './image-names.js';
export { MAX_IMAGE_BYTES, turnOf, UploadedImage } from './image-part.js';
export { ImagePrintEntity } from './image-print.entity.js';
export { Images } from './images.js';
export { imageMigrations } from './migrations/index.js';
export { lastingAddress, makeAddressesWith, nameBehind, passingAddress } from './passing-addresses.js';
export { isSimilarPicture } from './print.js';
