import { Injectable, Logger } from '@nestjs/common';
import {
  type Carrier,
  ConnectionSettings,
  type Label,
  type LabelOrder,
  type OpenConnection,
  OpenConnections,
  ProviderFailed,
  ProviderRefused,
  Providers,
  type Purchase,
} from '#contexts/connections';
import { ItemExecutor, ItemQueries, type ItemRow, NeverSent } from '#contexts/items';
import { isNeverSent, LocationQueries } from '#contexts/locations';
import { TransitionNotAllowed } from '#contexts/records';
import { Database } from '#platform/database';
import { type Cause } from '#platform/event-store';
import { amountOf, type Caller, Clock, DomainError, ValidationFailed } from '#platform/kernel';
import { consignmentOf, type GivenCustoms, type Sent } from './consignments.js';
import { CarrierRefused, NothingOffered, orRefused } from './label-errors.js';
import { type HeldLabel, Labels } from './labels.js';
import { cheapestFirst, ParcelOffers } from './parcel-offers.js';
import { PARCEL_SILENCE, SOON } from './times.js';

/** A label as it is ordered. */
export interface Ordered {
  service: string | null;
  parcel: Sent['parcel'];
  customs: GivenCustoms | null;
}

/**
 * Buys labels, each once: what is about to be bought is written down first, with a reference by which the provider is asked about it
 * before anything is bought (docs/adr/0082-labels-are-bought-once.md).
 */
@Injectable()
export class LabelPurchase {
  private readonly log = new Logger('Parcels');

  constructor(
    private readonly database: Database,
    private readonly items: ItemQueries,
    private readonly locations: LocationQueries,
    private readonly commands: ItemExecutor,
    private readonly offers: ParcelOffers,
    private readonly labels: Labels,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly settings: ConnectionSettings,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound; TransitionNotAllowed unless it waits to be packed; NoCarrier; ValidationFailed; CarrierRefused; Unavailable */
  async buy(caller: Caller, itemID: number, ordered: Ordered): Promise<ItemRow> {
    const item = await this.items.one(caller, itemID);
    assertPacked(item.status);
    const location = await this.locations.one(caller, item.location_id);
    if (isNeverSent(location.shipping, item)) throw new NeverSent();
    const connection = await this.offers.carrierOf(location);
    const consignment = consignmentOf({ item, location, address: null, parcel: ordered.parcel }, ordered.customs, true);
    const carrier = this.providers.carrier(connection, 'together');
    for (;;) {
      const label = await this.undecided(caller, itemID, connection, carrier);
      if (!label) break;
      const offer = await this.choose(label, carrier, consignment, ordered.service);
      if (!(await this.labels.asking(label, connection.id, offer.service, offer.price)))
        throw new ProviderFailed('Another call has the label');
      const asked = {
        ...label,
        service: offer.service,
        cost: offer.price,
        asked_at: this.clock.now().toISOString(),
        connection_id: connection.id,
      };
      const order = { ...consignment, service: offer.service, reference: label.reference };
      if (await this.order(caller, asked, carrier, order)) break;
    }
    return this.items.one(caller, itemID);
  }

  /** Finds out what became of a label of which that is not known, and does what follows. @returns whether it was bought */
  async settle(label: HeldLabel, carrier: Carrier, cause: Cause): Promise<boolean> {
    const found = await carrier.findByReference(label.reference, sinceOf(label));
    if (found?.state === 'bought') {
      await this.book(label, found.label, cause);
      return true;
    }
    if (found?.state === 'pending') {
      await this.labels.postpone(label, SOON * 3);
      throw new ProviderFailed('The carrier has not decided yet whether it takes the parcel: the label follows by itself');
    }
    if (found) await this.labels.leave(label, 'refused', null);
    else await this.labels.drop(label);
    return false;
  }

  /** The try that nothing is bought with yet; null where one was bought with an answer that was lost. */
  private async undecided(
    caller: Caller,
    itemID: number,
    connection: OpenConnection,
    carrier: Carrier,
  ): Promise<HeldLabel | null> {
    for (;;) {
      const label = await this.labels.begin(caller.group.id, itemID, connection.id);
      try {
        const state = await this.commands.stateOf(caller.group.id, itemID);
        assertPacked(state.status);
      } catch (error) {
        await this.giveBack(label);
        throw error;
      }
      if (label.state !== 'asked') return label;
      const its =
        label.connection_id === connection.id ? connection : await this.connections.one(label.group_id, label.connection_id);
      if (!its) {
        await this.labels.postpone(label, PARCEL_SILENCE);
        throw new DomainError(
          'conflict',
          'conflict',
          'A label was ordered by a connection that was deleted: look there whether it was bought.',
        );
      }
      const asked = its === connection ? carrier : this.providers.carrier(its, 'together');
      if (await this.guarded(label, () => this.settle(label, asked, caller))) return null;
    }
  }

  /** @throws NothingOffered, CarrierRefused; ValidationFailed for a service that is not offered */
  private async choose(
    label: HeldLabel,
    carrier: Carrier,
    consignment: ReturnType<typeof consignmentOf>,
    service: string | null,
  ) {
    try {
      const offers = cheapestFirst(await orRefused(carrier.offers(consignment)));
      const offer = service === null ? offers[0] : offers.find((one) => one.service === service);
      if (offer) return offer;
      if (offers.length === 0) throw new NothingOffered();
      throw new ValidationFailed([{ field: 'service', code: 'not_allowed', message: 'Is not offered for this parcel.' }]);
    } catch (error) {
      await this.giveBack(label);
      throw error;
    }
  }

  /** @returns false where its reference is another's: the next try has its own */
  private async order(caller: Caller, label: HeldLabel, carrier: Carrier, order: LabelOrder): Promise<boolean> {
    let purchase: Purchase;
    try {
      purchase = await carrier.buy(order);
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      if (error.isSettled && !(error instanceof ProviderRefused)) {
        await this.labels.drop(label);
        throw error;
      }
      return this.askAfter(caller, label, carrier, error);
    }
    if (purchase.state === 'bought') {
      await this.book(label, purchase.label, caller);
      return true;
    }
    if (purchase.state === 'refused') {
      await this.labels.leave(label, 'refused', null);
      throw new CarrierRefused(purchase.words);
    }
    await this.labels.postpone(label, SOON);
    throw new ProviderFailed('The carrier has not decided yet whether it takes the parcel: the label follows by itself');
  }

  /** The call may have bought it: what a refusal says is believed only once the provider knows of no label either. */
  private async askAfter(caller: Caller, label: HeldLabel, carrier: Carrier, error: ProviderFailed): Promise<boolean> {
    const found = await carrier.findByReference(label.reference, sinceOf(label)).catch((problem: unknown) => {
      if (!(problem instanceof ProviderFailed)) throw problem;
      return null;
    });
    if (found?.state === 'bought') {
      await this.book(label, found.label, caller);
      return true;
    }
    if (found?.state === 'taken') {
      await this.labels.leave(label, 'refused', null);
      return false;
    }
    const isRefused = error instanceof ProviderRefused && error.isSettled;
    if (isRefused || found?.state === 'refused') {
      await this.labels.leave(label, 'refused', null);
      throw new CarrierRefused(found?.state === 'refused' ? found.words : ((error as ProviderRefused).words ?? error.message));
    }
    await this.labels.postpone(label, SOON);
    throw error;
  }

  /** The label and what it means for the item, together. One for an item that was decided otherwise meanwhile is to be void. */
  private async book(label: HeldLabel, bought: Label, cause: Cause): Promise<void> {
    const { group_id, item_id } = label;
    const cost = label.cost ?? bought.cost;
    const shipment = {
      provider: await this.providerOf(label),
      carrier: bought.carrier,
      service: bought.service ?? label.service,
      trackingNumber: bought.trackingNumber,
      trackingUrl: bought.trackingUrl,
      cost: cost && amountOf(cost),
      currency: cost?.currency ?? null,
      labelUrl: `${this.settings.publicUrl}/api/v2/items/${item_id}/shipment/label`,
    };
    try {
      await this.database.inTransaction(async () => {
        if (!(await this.labels.bought(label, bought, PARCEL_SILENCE))) throw new ProviderFailed('Another call has the label');
        await this.commands.follow(group_id, item_id, cause, (at) => ({ type: 'BookLabel', shipment, at }));
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'conflict') throw error;
      this.log.warn(`The label ${label.reference} was bought for an item that is not sent any more: it is voided.`);
      await this.labels.bought(label, bought, 0, true);
      throw error;
    }
  }

  private async providerOf({ group_id, connection_id }: HeldLabel): Promise<string | null> {
    return (await this.connections.one(group_id, connection_id))?.provider ?? null;
  }

  /** Nothing was asked with it: the next call has it at once. */
  private async giveBack(label: HeldLabel): Promise<void> {
    if (label.state === 'open') await this.labels.drop(label);
    else await this.labels.postpone(label, SOON);
  }

  private async guarded<T>(label: HeldLabel, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.labels.postpone(label, SOON);
      throw error;
    }
  }
}

/** An hour before it was asked for: clocks differ. */
const sinceOf = ({ asked_at }: HeldLabel) => new Date(new Date(asked_at!).getTime() - 3_600_000);

function assertPacked(status: string): void {
  if (status !== 'shipment-paid') throw new TransitionNotAllowed('item', status, 'pickup-scheduled');
}
