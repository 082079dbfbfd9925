export { ChangeListingModule } from './change-listing.module.js';
export { ChangesModule } from './changes.module.js';
export { addChangeSubjects } from './domain/change.js';
export { changesApi } from './http/changes.api.js';
export { changeMigrations } from './migrations/index.js';
export { ChangeEntity } from './read-model/change.entity.js';
export { ChangeRetention } from './retention.js';
