export { backup } from './backup.js';
export type { Manifest, Progress } from './manifest.js';
export { restore } from './restore.js';
