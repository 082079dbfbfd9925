export { backup } from './backup.js';
export { restore } from './restore.js';
export { verify } from './verify.js';
