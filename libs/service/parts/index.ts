export { KNOWN, type Known, type Part, type PartName, partsIn, partsOf } from './parts.js';
export { tellParts } from './tell-parts.js';
