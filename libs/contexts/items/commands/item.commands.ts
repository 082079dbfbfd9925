import { Command } from '@nestjs/cqrs';
import { handlersBy } from '#platform/event-store';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { ItemChanges, StaffStatus } from '../domain/item.decider.js';
import type { Disposal, Handover, Hold, Shipment } from '../domain/item.events.js';
import type { ShipmentStatus } from '../domain/item.life-cycle.js';
import type { ReportPayment as Report } from '../domain/item.payment.js';
import type { PhotoChange } from '../domain/item.photos.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { ItemExecutor } from './item.executor.js';

/** Updates an item (api-v2.md, Items). */
export class UpdateItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly changes: ItemChanges,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Updates an item as who registered it, shortly after (decisions.md, section 13, Own finds). */
export class UpdateOwnFind extends UpdateItem {}

/** Sets an item left behind or finished (api-v2.md, Item status). */
export class ChangeItemStatus extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly status: StaffStatus,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Changes which photos an item has, and their order (decisions.md, section 13, Photos). */
export class ChangePhotos extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly change: PhotoChange,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Reports the progress of an item's shipment, by staff or a carrier (decisions.md, section 9). */
export class ReportShipment extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly status: ShipmentStatus,
    readonly shipment: Partial<Shipment>,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Reports what became of an item's payment, or where it is paid (decisions.md, section 12). */
export class ReportPayment extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly report: Pick<Report, 'status' | 'reference' | 'url'>,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Takes an item up again that was closed, or whose owner said that it is not theirs (decisions.md, section 12). */
export class ReopenItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly reason: string,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** The owner takes back that the item may stay, within a day (decisions.md, section 12). */
export class TakeBackAnswer extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Has the owner written to (decisions.md, section 12, Messages). */
export class WriteToOwner extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    /** In staff's own words; null sends the message of the status again. */
    readonly text: string | null,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Puts an item on hold (decisions.md, section 13). */
export class HoldItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly hold: Pick<Hold, 'reason' | 'until' | 'by'> & { reason: string },
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Hands an item over (decisions.md, section 13). */
export class HandOverItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly handover: Handover,
    /** A PNG. */
    readonly signature: Buffer | null,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Disposes of an item (decisions.md, section 13). */
export class DisposeOfItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly disposal: Disposal,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Ends the hold of an item (decisions.md, section 13). */
export class EndHold extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

/** Deletes an item; its history is kept (decisions.md, section 9). */
export class DeleteItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

const handles = handlersBy(ItemExecutor);

export const ITEM_COMMANDS = [
  handles(ChangeItemStatus, ({ caller, status }, at) => ({ type: 'ChangeItemStatus', caller, status, at })),
  handles(ChangePhotos, ({ caller, change }, at) => ({ type: 'ChangePhotos', caller, change, at })),
  handles(ReportShipment, ({ caller, status, shipment }) => ({ type: 'ReportShipment', caller, status, shipment })),
  handles(ReportPayment, ({ caller, report }) => ({ type: 'ReportPayment', caller, ...report })),
  handles(ReopenItem, ({ caller, reason }, at) => ({ type: 'ReopenItem', caller, reason, at })),
  handles(TakeBackAnswer, ({ caller }, at) => ({ type: 'TakeBackAnswer', caller, at })),
  handles(WriteToOwner, ({ caller, text }) => ({ type: 'WriteToOwner', caller, text })),
  handles(HoldItem, ({ caller, hold }, at) => ({ type: 'HoldItem', caller, ...hold, at })),
  handles(HandOverItem, ({ caller, handover, signature }, at) => ({
    type: 'HandOverItem',
    caller,
    handover,
    signature: signature?.toString('base64') ?? null,
    at,
  })),
  handles(DisposeOfItem, ({ caller, disposal }, at) => ({ type: 'DisposeOfItem', caller, disposal, at })),
  handles(EndHold, ({ caller }) => ({ type: 'EndHold', caller })),
  handles(DeleteItem, ({ caller }) => ({ type: 'DeleteItem', caller })),
];
