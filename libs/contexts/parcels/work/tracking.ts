import { Injectable, Logger } from '@nestjs/common';
import {
  type Carrier,
  ConnectionUsers,
  OpenConnections,
  type ParcelNews,
  ProviderEvents,
  ProviderFailed,
  Providers,
} from '#contexts/connections';
import { ItemExecutor, type ParcelReport } from '#contexts/items';
import { Database } from '#platform/database';
import { BY_ITSELF } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import type { LabelRow } from '../labels/label.entity.js';
import { CarrierRefused } from '../labels/label-errors.js';
import { LabelPurchase } from '../labels/label-purchase.js';
import { LabelVoiding } from '../labels/label-voiding.js';
import { type HeldLabel, Labels } from '../labels/labels.js';
import { A_DAY, GIVEN_UP, PARCEL_SILENCE } from '../labels/times.js';

const REPORTS: Readonly<Partial<Record<NonNullable<ParcelNews['state']>, ParcelReport>>> = {
  moving: { status: 'in-route', problem: null },
  delivered: { status: 'delivered', problem: null },
  returned: { status: null, problem: 'returned' },
  lost: { status: null, problem: 'lost' },
  undeliverable: { status: null, problem: 'undeliverable' },
};

/** The statuses of items with a parcel that is to arrive. */
const ON_ITS_WAY = ['pickup-scheduled', 'in-route'];

/** How far parcels are: by what their carriers send, and asked where they are silent (decisions.md, section 14, Tracking). */
@Injectable()
export class Tracking {
  private readonly log = new Logger('Parcels');

  constructor(
    private readonly database: Database,
    private readonly commands: ItemExecutor,
    private readonly labels: Labels,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly purchase: LabelPurchase,
    private readonly voiding: LabelVoiding,
    private readonly clock: Clock,
    events: ProviderEvents,
    users: ConnectionUsers,
  ) {
    users.of('carrier', { isBusy: (groupID, id) => labels.areUnsettled(groupID, id) });
    events.of('carrier', async (connection, event) => {
      for (const news of providers.carrier(connection, 'each').event(event)) {
        const label = await labels.about(connection.groupID, connection.id, news);
        if (label) await this.take(label, news);
      }
    });
  }

  /** Looks after a label that is due, and is held. */
  async lookAfter(label: HeldLabel): Promise<void> {
    const connection = await this.connections.one(label.group_id, label.connection_id);
    // A label of a connection that was deleted is nobody's to ask about.
    if (label.state === 'open') return this.labels.drop(label);
    if (!connection) return void (await this.labels.leave(label, label.state, null));
    const carrier = this.providers.carrier(connection, 'each');
    try {
      if (label.state === 'asked') await this.purchase.settle(label, carrier, BY_ITSELF);
      else if (label.is_voiding) await this.voiding.carryOut(label, carrier, BY_ITSELF);
      else await this.ask(label, carrier);
    } catch (error) {
      if (error instanceof CarrierRefused) return;
      await this.labels.postpone(label, label.state === 'void-asked' ? A_DAY : PARCEL_SILENCE);
      if (!(error instanceof ProviderFailed)) this.log.error(error);
    }
  }

  private async ask(label: HeldLabel, carrier: Carrier): Promise<void> {
    const { status } = await this.commands.stateOf(label.group_id, label.item_id);
    // An item that was handed over, closed or erased meanwhile is on no way.
    if (label.state === 'bought' && !ON_ITS_WAY.includes(status)) return void (await this.labels.leave(label, 'bought', null));
    const news = await carrier.parcel({ id: label.label_id!, trackingNumber: label.tracking_number });
    const isOld = this.clock.now().getTime() - new Date(label.bought_at!).getTime() > GIVEN_UP;
    const again = label.state === 'void-asked' ? A_DAY : PARCEL_SILENCE;
    await this.labels.leave(label, label.state, isOld ? null : again);
    if (news) await this.take(label, { ...news, at: news.at ?? null });
  }

  /** Does what follows from news; what is older than what is known moves no parcel back. */
  private async take(label: LabelRow, news: ParcelNews): Promise<void> {
    const { state, voiding } = news;
    if (label.state === 'void-asked') {
      if (voiding === 'done' || state === 'voided') await this.labels.settle(label, 'voided');
      else if (voiding === 'refused') await this.refused(label);
      return;
    }
    if (label.state !== 'bought') return;
    if (state === 'voided') return this.voided(label);
    const report = state && REPORTS[state];
    await this.database.inTransaction(async () => {
      // News that say nothing of where it is make no other older.
      const at = report ? news.at : null;
      const isNews = await this.labels.heard(label, at, state === 'delivered' ? null : PARCEL_SILENCE);
      // That a parcel has moved stays true; that it has arrived, or is in trouble, may be over.
      if (report && (isNews || report.status === 'in-route')) await this.report(label, report);
    });
  }

  /** The label was cancelled there without being asked for here. */
  private voided(label: LabelRow): Promise<void> {
    return this.database.inTransaction(async () => {
      if (!(await this.labels.voidedThere(label))) return;
      await this.commands.follow(label.group_id, label.item_id, BY_ITSELF, (at) => ({ type: 'VoidLabel', at }));
    });
  }

  private refused(label: LabelRow): Promise<void> {
    return this.database.inTransaction(async () => {
      if (await this.labels.settle(label, 'void-refused')) await this.report(label, { status: null, problem: 'void-refused' });
    });
  }

  private async report({ group_id, item_id }: LabelRow, report: ParcelReport): Promise<void> {
    await this.commands.follow(group_id, item_id, BY_ITSELF, () => ({ type: 'ReportParcel', report }));
  }
}
