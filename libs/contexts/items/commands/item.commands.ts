import { handlersBy } from '#platform/event-store';
import type { ItemChanges } from '../domain/item.decider.js';
import type { ReportPayment as Report } from '../domain/item.payment.js';
import type { PhotoChange } from '../domain/item.photos.js';
import type { ShipmentStatus, StaffStatus } from '../domain/item.statuses.js';
import type { Disposal, Handover, Hold, Shipment } from '../domain/item.values.js';
import { ItemExecutor, OnItem, OnItemWith } from './item.executor.js';

/** Updates an item (api-v2.md, Items). */
export class UpdateItem extends OnItemWith<ItemChanges> {}

/** Updates an item as who registered it, shortly after (decisions.md, section 13, Own finds). */
export class UpdateOwnFind extends UpdateItem {}

/** Sets an item left behind or finished (api-v2.md, Item status). */
export class ChangeItemStatus extends OnItemWith<{ status: StaffStatus }> {}

/** Changes which photos an item has, and their order (decisions.md, section 13, Photos). */
export class ChangePhotos extends OnItemWith<PhotoChange> {}

/** Reports the progress of an item's shipment, by staff or a carrier (decisions.md, section 9). */
export class ReportShipment extends OnItemWith<{ status: ShipmentStatus; shipment: Partial<Shipment> }> {}

/** Reports what became of an item's payment, or where it is paid (decisions.md, section 12). */
export class ReportPayment extends OnItemWith<Pick<Report, 'status' | 'reference' | 'url'>> {}

/** Takes an item up again that was closed, or that its owner called not theirs (decisions.md, section 12). */
export class ReopenItem extends OnItemWith<{ reason: string }> {}

/** The owner takes back that the item may stay, within a day (decisions.md, section 12). */
export class TakeBackAnswer extends OnItem {}

/** Has the owner written to in staff's own words; null sends the message of the status again (decisions.md, section 12, Messages). */
export class WriteToOwner extends OnItemWith<{ text: string | null }> {}

/** Puts an item on hold (decisions.md, section 13). */
export class HoldItem extends OnItemWith<Pick<Hold, 'until' | 'by'> & { reason: string }> {}

/** Hands an item over; the signature is a PNG (decisions.md, section 13). */
export class HandOverItem extends OnItemWith<{ handover: Handover; signature: Buffer | null }> {}

/** Disposes of an item (decisions.md, section 13). */
export class DisposeOfItem extends OnItemWith<Disposal> {}

/** Ends the hold of an item (decisions.md, section 13). */
export class EndHold extends OnItem {}

const handles = handlersBy(ItemExecutor);

export const ITEM_COMMANDS = [
  handles(ChangeItemStatus, ({ caller, given }, at) => ({ type: 'ChangeItemStatus', caller, ...given, at })),
  handles(ChangePhotos, ({ caller, given }, at) => ({ type: 'ChangePhotos', caller, change: given, at })),
  handles(ReportShipment, ({ caller, given }) => ({ type: 'ReportShipment', caller, ...given })),
  handles(ReportPayment, ({ caller, given }) => ({ type: 'ReportPayment', caller, ...given })),
  handles(ReopenItem, ({ caller, given }, at) => ({ type: 'ReopenItem', caller, ...given, at })),
  handles(TakeBackAnswer, ({ caller }, at) => ({ type: 'TakeBackAnswer', caller, at })),
  handles(WriteToOwner, ({ caller, given }) => ({ type: 'WriteToOwner', caller, ...given })),
  handles(HoldItem, ({ caller, given }, at) => ({ type: 'HoldItem', caller, ...given, at })),
  handles(HandOverItem, ({ caller, given: { handover, signature } }, at) => ({
    type: 'HandOverItem',
    caller,
    handover,
    signature: signature?.toString('base64') ?? null,
    at,
  })),
  handles(DisposeOfItem, ({ caller, given }, at) => ({ type: 'DisposeOfItem', caller, disposal: given, at })),
  handles(EndHold, ({ caller }) => ({ type: 'EndHold', caller })),
];
