export { GuestLimits } from './guard/guest-limits.js';
export { guestsContext } from './guests.context.js';
