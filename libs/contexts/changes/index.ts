export { ChangeListingModule } from './change-listing.module.js';
export { changesContext } from './changes.context.js';
export { addChangeSubjects } from './domain/change.js';
export { CursorTooOld } from './read-model/change.queries.js';
export { ChangeRetention } from './retention.js';
