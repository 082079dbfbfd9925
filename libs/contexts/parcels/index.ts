export { parcelsContext } from './parcels.context.js';
export { ParcelWorkModule } from './work/parcel-work.module.js';
