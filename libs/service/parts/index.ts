export { knownOf } from './known.js';
export { concernsIn, partsIn, partsOf } from './parts.js';
export { roomIn } from './room.js';
export { tellParts } from './tell-parts.js';
export { answersAsService, waysOut } from './ways-out.js';
