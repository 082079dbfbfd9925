import { ImagePrints } from './0001_image_prints.js';

/** In order; a release only adds to the end. */
export const imageMigrations = { 'images/0001_image_prints': ImagePrints };
