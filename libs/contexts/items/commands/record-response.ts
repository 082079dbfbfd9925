import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GuestLinks } from '#contexts/links';
import { isNeverSent, isPricedByCarrier, LocationQueries, type LocationRow } from '#contexts/locations';
import { isSubdivision, postalCodeOf } from '#contexts/reference';
import { Database } from '#platform/database';
import { ValidationFailed } from '#platform/kernel';
import type { OwnerAddress } from '../domain/item.details.js';
import type { OwnerResponse } from '../domain/item.values.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { ItemExecutor, OnItemWith } from './item.executor.js';
import { ITEM_MATCHES, type ItemMatches } from './item-matches.js';
import { ITEM_PARCELS, type ItemParcels } from './item-parcels.js';
import { quoteOf } from './shipping-quote.js';

/** Records the owner's response, on the owner's behalf (decisions.md, section 9). */
export class RecordResponse extends OnItemWith<Answer> {}

interface Answer {
  response: OwnerResponse;
  address: Partial<OwnerAddress> | null;
  /** The item and its Location where the caller has just read them. */
  read?: { item: ItemRow; location: LocationRow };
}

@CommandHandler(RecordResponse)
export class RecordResponseHandler implements ICommandHandler<RecordResponse> {
  constructor(
    private readonly items: ItemQueries,
    private readonly locations: LocationQueries,
    private readonly commands: ItemExecutor,
    private readonly database: Database,
    private readonly links: GuestLinks,
    @Inject(ITEM_MATCHES) private readonly matches: ItemMatches,
    @Inject(ITEM_PARCELS) private readonly parcels: ItemParcels,
  ) {}

  async execute(command: RecordResponse): Promise<ItemRow> {
    const { caller, id: itemID, given } = command;
    const { response } = given;
    const { item, location } = given.read ?? (await this.read(command));
    const address = given.address && withPostalCode(given.address, item);
    const { storage_after_item_storage_days: storageAfterItemStorageDays } = location;
    const byCarrier = response === 'ship' ? await this.byCarrier(item, location, address) : null;
    const quote = quoteOf({ location, item, page: () => this.pageOf(item), byCarrier });
    const details = { caller, response, address, storageAfterItemStorageDays, isState: isSubdivision, quote };
    const record = () => this.commands.execute(command, (at) => ({ type: 'RecordResponse', ...details, at }));
    if (response !== 'not-mine') return record();
    return this.database.inTransaction(async () => {
      const row = await record();
      await this.matches.lost(caller.group.id, itemID, true, caller);
      return row;
    });
  }

  private async read({ caller, id }: RecordResponse) {
    const item = await this.items.one(caller, id);
    return { item, location: await this.locations.one(caller, item.location_id) };
  }

  /** The price that the carrier makes, where the owner pays that. The state says whether the item may be sent at all. */
  private async byCarrier(item: ItemRow, location: LocationRow, given: Partial<OwnerAddress> | null) {
    const address = { ...item.owner.address, ...given };
    const isAsked = isPricedByCarrier(location.shipping) && !isNeverSent(location.shipping, item) && address.countryID;
    return isAsked ? ((await this.parcels.priceOf(item, location, address))?.price ?? null) : null;
  }

  /** The owner's own page, where it is paid unless Location or integration name another place. */
  private pageOf({ group_id, id, storage_expires_at, owner }: ItemRow): string {
    const contact = owner.contactEmail ?? owner.phoneNumber;
    return this.links.linkFor(group_id, 'item', id, new Date(storage_expires_at), contact);
  }
}

/** The given postal code as its country writes it. @throws ValidationFailed when it is none of the country */
function withPostalCode(address: Partial<OwnerAddress>, { owner }: ItemRow): Partial<OwnerAddress> {
  const countryID = address.countryID ?? owner.address?.countryID;
  if (!address.zipCode || !countryID) return address;
  const zipCode = postalCodeOf(address.zipCode, countryID);
  if (zipCode !== null) return { ...address, zipCode };
  const message = 'Is not a postal code of the country.';
  throw new ValidationFailed([{ field: 'address.zipCode', code: 'invalid_format', message }]);
}
