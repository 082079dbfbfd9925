import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GuestLinks } from '#contexts/guest-links';
import { LocationQueries, type LocationRow, NO_RATES, rateFor } from '#contexts/locations';
import { isSubdivision } from '#contexts/reference';
import { Database } from '#platform/database';
import type { Caller } from '#platform/kernel';
import type { OwnerAddress, OwnerResponse } from '../domain/item.events.js';
import type { Quote } from '../domain/item.payment.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { ItemCommands } from './item-commands.js';
import { ITEM_MATCHES, type ItemMatches } from './item-matches.js';

/** Records the owner's response, on the owner's behalf (decisions.md, section 9). */
export class RecordResponse extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly response: OwnerResponse,
    readonly address: Partial<OwnerAddress> | null,
    readonly expectedVersions: readonly number[] | null = null,
  ) {
    super();
  }
}

@CommandHandler(RecordResponse)
export class RecordResponseHandler implements ICommandHandler<RecordResponse> {
  constructor(
    private readonly items: ItemQueries,
    private readonly locations: LocationQueries,
    private readonly commands: ItemCommands,
    private readonly database: Database,
    private readonly links: GuestLinks,
    @Inject(ITEM_MATCHES) private readonly matches: ItemMatches,
  ) {}

  async execute(command: RecordResponse): Promise<ItemRow> {
    const { caller, itemID, response, address } = command;
    const item = await this.items.one(caller, itemID);
    const location = await this.locations.one(caller, item.location_id);
    const { storage_after_item_storage_days: storageAfterItemStorageDays } = location;
    const quote = this.quoteOf(item, location);
    const details = { caller, response, address, storageAfterItemStorageDays, isState: isSubdivision, quote };
    const record = () => this.commands.execute(command, (at) => ({ type: 'RecordResponse', ...details, at }));
    if (response !== 'not-mine') return record();
    return this.database.inTransaction(async () => {
      const row = await record();
      await this.matches.lost(caller, itemID);
      return row;
    });
  }

  /** What the Location's rates say; it is paid on the owner's own page unless the integration names another place. */
  private quoteOf({ group_id, id, storage_expires_at, owner }: ItemRow, { shipping }: LocationRow): Quote {
    const { paidBy, currency, rates } = shipping ?? NO_RATES;
    return (countryID, weightID) => {
      if (rates.length === 0 || currency === null) return 'free';
      const rate = rateFor({ paidBy, currency, rates }, countryID, weightID);
      if (rate === null || paidBy === 'location') return rate && 'free';
      const contact = owner.contactEmail ?? owner.phoneNumber;
      const url = this.links.linkFor(group_id, 'item', id, new Date(storage_expires_at), contact);
      return { amount: rate.price, currency, url };
    };
  }
}
