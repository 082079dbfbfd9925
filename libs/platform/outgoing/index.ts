export { assertPublic, BlockedAddress, publicLookup } from './address-filter.js';
export { type AgentSettings, guardedAgent } from './guarded-agent.js';
