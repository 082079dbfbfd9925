export * from './domain/index.js';
export { imagesInUse, type NamedImage } from './images-in-use.js';
export * from './record-executor.js';
export * from './record-kind.js';
export * from './waiting.js';
