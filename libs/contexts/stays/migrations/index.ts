import { StaysTable } from './0001_stays.js';

/** In order of execution; a release may only append. */
export const stayMigrations = { 'stays/0001_stays': StaysTable };
