export { StoragePlaceRecord, storagePlaceRecord } from './http/storage-place.record.js';
export { StoragePlaces } from './places/storage-places.js';
export { STORED_ITEMS, type StoredItems } from './places/stored-items.js';
export { storagePlacesContext } from './storage-places.context.js';
export { StoragePlacesModule } from './storage-places.module.js';
