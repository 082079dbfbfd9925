export { staysApi } from './http/stays.api.js';
export { stayMigrations } from './migrations/index.js';
export { StayEntity } from './stay.entity.js';
export { SEALED_STAYS, type Stay, Stays } from './stays.js';
export { StaysModule } from './stays.module.js';
export { StaysSweepModule } from './stays-sweep.module.js';
