export { FolderStorage } from './folder-storage.js';
export { type S3Settings, S3Storage } from './s3-storage.js';
export { Storage, type StoredFile } from './storage.js';
