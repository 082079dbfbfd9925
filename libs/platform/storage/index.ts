export { FolderStorage } from './folder-storage.js';
export { S3Storage } from './s3-storage.js';
export { Storage, type StoredFile } from './storage.js';
