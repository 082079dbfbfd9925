export { backup } from './backup.js';
export { rememberBackup } from './last-backup.js';
export { restore } from './restore.js';
export { verify } from './verify.js';
