import { Injectable } from '@nestjs/common';
import { type Carrier, OpenConnections, ProviderRefused, Providers } from '#contexts/connections';
import { ItemExecutor, ItemQueries, type ItemRow } from '#contexts/items';
import { TransitionNotAllowed } from '#contexts/records';
import { Database } from '#platform/database';
import type { Cause } from '#platform/event-store';
import { type Caller, NotFound } from '#platform/kernel';
import { CarrierRefused, NoCarrier } from './label-errors.js';
import { type HeldLabel, Labels } from './labels.js';
import { A_DAY, PARCEL_SILENCE, SOON } from './times.js';

/** Voids labels: here once the provider has taken that on; how it is settled there follows (decisions.md, section 14). */
@Injectable()
export class LabelVoiding {
  constructor(
    private readonly database: Database,
    private readonly items: ItemQueries,
    private readonly commands: ItemExecutor,
    private readonly labels: Labels,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
  ) {}

  /** @throws NotFound without a label; TransitionNotAllowed once the parcel moves; CarrierRefused; Unavailable */
  async void(caller: Caller, itemID: number): Promise<ItemRow> {
    const item = await this.items.one(caller, itemID);
    const latest = await this.labels.latestBought(caller.group.id, itemID);
    if (latest?.state !== 'bought' || latest.erased) throw new NotFound('The label');
    if (item.status !== 'pickup-scheduled') throw new TransitionNotAllowed('item', item.status, 'shipment-paid');
    const connection = await this.connections.one(caller.group.id, latest.connection_id);
    if (!connection) throw new NoCarrier();
    // Its time runs while another call has the label, too.
    const carrier = this.providers.carrier(connection, 'together');
    const label = await this.labels.hold(latest);
    // Another call may have been faster.
    if (label.state === 'bought') await this.carryOut(label, carrier, caller);
    else await this.labels.postpone(label, SOON);
    return this.items.one(caller, itemID);
  }

  /** Has a label voided that is held. @throws CarrierRefused; Unavailable */
  async carryOut(label: HeldLabel, carrier: Carrier, cause: Cause): Promise<void> {
    await this.labels.voiding(label);
    const how = await this.asked(label, carrier);
    const { group_id, item_id } = label;
    await this.database.inTransaction(async () => {
      const isOurs = await this.labels.leave(label, how === 'done' ? 'voided' : 'void-asked', how === 'done' ? null : A_DAY);
      if (isOurs) await this.commands.follow(group_id, item_id, cause, (at) => ({ type: 'VoidLabel', at }));
    });
  }

  private async asked(label: HeldLabel, carrier: Carrier): Promise<'asked' | 'done'> {
    const { label_id: id, tracking_number: trackingNumber } = label;
    const known = async () => (await carrier.parcel({ id: id!, trackingNumber }))?.voiding;
    try {
      // One that was asked for without an answer is not asked for again.
      const before = label.is_voiding ? await known() : null;
      return before === 'asked' || before === 'done' ? before : await carrier.void(id!);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) {
        await this.labels.postpone(label, SOON);
        throw error;
      }
      const voiding = await known().catch(() => null);
      if (voiding === 'asked' || voiding === 'done') return voiding;
      await this.labels.leave(label, 'bought', PARCEL_SILENCE);
      throw new CarrierRefused(error.words ?? error.message);
    }
  }
}
