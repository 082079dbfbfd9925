export { assertPublic, BlockedAddress, publicLookup } from './address-filter.js';
export { guardedAgent } from './guarded-agent.js';
