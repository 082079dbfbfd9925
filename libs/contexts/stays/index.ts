export { StayRetention } from './stay-retention.js';
export { staysContext } from './stays.context.js';
export { type Stay, Stays } from './stays.js';
export { StaysModule } from './stays.module.js';
export { StaysReadingModule } from './stays-reading.module.js';
export { StaysSweepModule } from './stays-sweep.module.js';
