import { ParcelTables } from './0001_parcels.js';

/** In order of execution; a release may only append. */
export const parcelMigrations = { 'parcels/0001_parcels': ParcelTables };
