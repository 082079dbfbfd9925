export { knownOf } from './known.js';
export { type PartName, partsIn, partsOf } from './parts.js';
export { tellParts } from './tell-parts.js';
