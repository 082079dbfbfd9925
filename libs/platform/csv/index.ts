export { unguarded } from './guard.js';
export { type Cell, csvLines } from './lines.js';
