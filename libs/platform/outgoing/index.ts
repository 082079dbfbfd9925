export { assertPublic, BlockedAddress, publicLookup } from './address-filter.js';
export { basicAuthorization } from './basic-authorization.js';
export { guardedAgent } from './guarded-agent.js';
