export { guestsContext } from './guests.context.js';
