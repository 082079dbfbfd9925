export { CheckRegistration } from './commands/check-registration.js';
export { EraseItem } from './commands/erase-item.js';
export { TakeBackAnswer, WriteToOwner } from './commands/item.commands.js';
export { ITEM_MATCHES, type ItemMatches } from './commands/item-matches.js';
export { MatchedItems } from './commands/matched-items.js';
export { RecordResponse } from './commands/record-response.js';
export { ReportBounce } from './commands/report-bounce.js';
export { unguarded } from './csv/guards.js';
export { csvLines } from './csv/lines.js';
export { ITEM_STATUSES, type OwnerResponse, type Payment } from './domain/item.events.js';
export {
  AT_LOCATION,
  mayAnswer,
  mayTakeBack,
  SHIPMENT_STATUSES,
  type ShipmentStatus,
  UNDER_WAY,
} from './domain/item.life-cycle.js';
export { type KnownItem, storageEnd } from './domain/item.state.js';
export { ItemRecord, itemRecord, keptItemRecord } from './http/item.record.js';
export { NewItemRequest } from './http/item.requests.js';
export { ItemData } from './http/item.webhooks.js';
export { exportText, itemColumns } from './http/item-export.js';
export { ItemExportQuery } from './http/items.query.js';
export { registration } from './http/registration.js';
export { itemStream } from './item.stream.js';
export { itemSubject } from './item.subject.js';
export { expireItems, ItemExpiryModule, releaseItems } from './item-expiry.module.js';
export { itemsContext } from './items.context.js';
export { ItemsModule } from './items.module.js';
export { endedItems } from './read-model/due-items.queries.js';
export { pictureForGuests } from './read-model/item.entity.js';
export { ItemHistory } from './read-model/item.history.js';
export { itemImagesInUse } from './read-model/item.images.js';
export { type BeginningHeld, beginningsHeld, newestWithSome, wordsHeld } from './read-model/item.meant.js';
export { type Neighbour, neighboursOf } from './read-model/item.neighbours.js';
export { ItemPages } from './read-model/item.pages.js';
export { externalIDsHeld, ItemQueries, type ItemRow } from './read-model/item.queries.js';
export { type AnyOfWords, newestWithAny } from './read-model/item.search-terms.js';
export { itemsEnding, itemsIn, itemsUnpaid, itemsWaiting, type WaitingItem } from './read-model/item.tasks.js';
export { ItemContacts, ItemDescriptions, ItemReferences } from './read-model/item.views.js';
