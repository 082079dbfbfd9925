export { GuestsModule } from './guests.module.js';
