import { StaysTable } from './0001_stays.js';
import { StaysOfConnections } from './0002_stays_of_connections.js';

/** In order of execution; a release may only append. */
export const stayMigrations = {
  'stays/0001_stays': StaysTable,
  'stays/0002_stays_of_connections': StaysOfConnections,
};
