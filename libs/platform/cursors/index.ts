export { type Beginning, beginningIn, placesIn } from './beginning.js';
export { Kept, numberAt } from './kept.js';
export { type From, SignedCursors } from './signed-cursors.js';
