import { createHmac } from 'node:crypto';
import { type Answer, basic, Refusal, type Seen } from './call.js';
import { FakeProvider } from './fake-provider.js';
import { labelPdf } from './label.js';
import { type Asked, offered, SERVICES, type Service } from './sendcloud.offers.js';
import { ANNOUNCEMENT, judge, judgeCrossing, OPTIONS_ASKED, problem } from './sendcloud.shapes.js';
import { type Announcement, announced, found, type Shipment, shown, tracked, trackingUrl } from './sendcloud.shipments.js';
import { STATUSES, type Status } from './sendcloud.statuses.js';

/** Sendcloud, API v3. Each operation has the address of its page. */
export class FakeSendcloud extends FakeProvider {
  readonly ledger = { shipments: [] as Shipment[], bought: [] as Shipment[], voided: [] as Shipment[] };
  services: Service[] = structuredClone(SERVICES as Service[]);
  /** Refusals of the carrier, for the next announcements, which are answered 201 all the same. */
  readonly refusals: string[] = [];
  /** How cancelling is answered: at once, later by `settle`, or with a refusal. */
  cancelling: 'at once' | 'queued' | 'refused' = 'at once';

  /** @param webhookKey with which events are signed: some integrations have one of their own, others sign with the secret key */
  constructor(
    readonly publicKey = 'public-key',
    readonly secretKey = 'secret-key',
    readonly webhookKey = secretKey,
  ) {
    super();
    const on = (method: 'GET' | 'POST', path: string, handle: (seen: Seen) => Answer) =>
      this.api(method, `/api/v3${path}`, (seen) => handle(this.authorized(seen)));
    // https://sendcloud.dev/api/v3/shipping-options/return-a-list-of-available-shipping-options
    on('POST', '/shipping-options', ({ body }) => this.options(body));
    // https://sendcloud.dev/api/v3/shipments/create-and-announce-a-shipment-synchronously
    on('POST', '/shipments/announce', ({ body }) => this.announce(body));
    // https://sendcloud.dev/api/v3/shipments/retrieve-shipments
    on('GET', '/shipments', ({ query }) => this.list(query));
    // https://sendcloud.dev/api/v3/shipments/retrieve-a-shipment
    on('GET', '/shipments/:id', ({ params }) => ({ body: { data: shown(this.shipment(params.id), this.url) } }));
    // https://sendcloud.dev/api/v3/shipments/cancel-a-shipment
    on('POST', '/shipments/:id/cancel', ({ params }) => this.cancel(this.shipment(params.id)));
    // https://sendcloud.dev/api/v3/parcel-documents/retrieve-parcel-documents
    on('GET', '/parcels/:id/documents/:type', ({ params }) => this.document(params));
    // https://sendcloud.dev/api/v3/parcel-tracking/retrieve-tracking-information-for-a-parcel
    on('GET', '/parcels/tracking/:number', ({ params }) => this.tracking(params.number));
  }

  /** The parcel moves, and the service is told. https://sendcloud.dev/api/v3/webhooks/parcel-status-changed @param at milliseconds */
  move(shipment: Shipment, status: Status, at = this.now().getTime()): void {
    shipment.status = status;
    const parcel = {
      id: shipment.parcelId,
      name: shipment.to_address.name,
      tracking_number: shipment.trackingNumber,
      tracking_url: trackingUrl(shipment),
      status: STATUSES[status],
      order_number: shipment.order_number ?? '',
      shipment_uuid: shipment.id,
      external_shipment_id: shipment.external_reference_id ?? null,
    };
    const event = { action: 'parcel_status_changed', timestamp: at, carrier_status_change_timestamp: at, parcel };
    this.outbox.add(JSON.stringify(event));
  }

  /** A cancellation that was queued ends. */
  settle(shipment: Shipment, how: 'cancelled' | 'refused'): void {
    if (how === 'cancelled') this.ledger.voided.push(shipment);
    this.move(shipment, how === 'cancelled' ? 'CANCELLED' : 'PARCEL_CANCELLATION_FAILED');
  }

  protected signature(body: string): Record<string, string> {
    return { 'Sendcloud-Signature': createHmac('sha256', this.webhookKey).update(body).digest('hex') };
  }

  protected trouble(status: number): Answer {
    if (status === 404) return problem(404, 'not_found', 'Not found').answer;
    return problem(status, 'unknown', status === 429 ? 'Request was throttled.' : 'A server error occurred.').answer;
  }

  private options(body: unknown): Answer {
    judge(OPTIONS_ASKED, body);
    return { body: { data: offered(this.services, body as Asked) } };
  }

  private announce(body: unknown): Answer {
    judge(ANNOUNCEMENT, body);
    const asked = body as Announcement;
    const { external_reference_id: reference } = asked;
    const same = reference && this.ledger.shipments.find((shipment) => shipment.external_reference_id === reference);
    if (same) return { status: 409, body: { data: shown(same, this.url) } };
    const service = this.services.find(({ code }) => code === asked.ship_with?.properties?.shipping_option_code);
    if (!service) throw problem(400, 'invalid_choice', 'The shipping option does not exist.');
    if (service.servicePoint) throw problem(400, 'required', 'A service point is required.');
    judgeCrossing(asked);
    const refusal = this.refusals.shift();
    const shipment = announced(asked, service, this.ledger.shipments.length + 1, this.now(), refusal);
    this.ledger.shipments.push(shipment);
    if (refusal === undefined) this.ledger.bought.push(shipment);
    return { status: 201, body: { data: shown(shipment, this.url, refusal === undefined ? label(shipment) : undefined) } };
  }

  private list({ page_size = '40', cursor = '0', ...query }: Record<string, string>): Answer {
    if (!/^([1-9]\d?|100)$/.test(page_size)) throw problem(400, 'invalid', 'Invalid page size.');
    const all = found(this.ledger.shipments, query);
    const [from, to] = [Number(cursor), Number(cursor) + Number(page_size)];
    const next = `<${this.url}/api/v3/shipments?${new URLSearchParams({ ...query, page_size, cursor: String(to) })}>; rel="next"`;
    const headers: Record<string, string> = to < all.length ? { Link: next } : {};
    return { headers, body: { data: all.slice(from, to).map((shipment) => shown(shipment, this.url)) } };
  }

  private cancel(shipment: Shipment): Answer {
    const { status, announcedAt } = shipment;
    if (['CANCELLED', 'CANCELLATION_REQUESTED'].includes(status)) {
      throw problem(409, 'invalid', 'This shipment is already being cancelled.');
    }
    const tooLate = this.now().getTime() - announcedAt.getTime() > 42 * 86_400_000;
    if (status !== 'READY_TO_SEND' || tooLate || this.cancelling === 'refused') {
      throw problem(409, 'invalid', 'This shipment can not be cancelled.');
    }
    if (this.cancelling === 'queued') {
      this.move(shipment, 'CANCELLATION_REQUESTED');
      return { status: 202, body: { data: { status: 'queued', message: 'Shipment cancellation has been queued' } } };
    }
    this.settle(shipment, 'cancelled');
    return { body: { data: { status: 'cancelled', message: 'Shipment has been cancelled' } } };
  }

  private document({ id, type }: Record<string, string>): Answer {
    const shipment = this.ledger.bought.find(({ parcelId }) => String(parcelId) === id);
    const file = shipment && type === 'label' ? label(shipment) : null;
    if (!file) return { status: 404, body: { error: { code: 404, request: `documents/${type}`, message: 'No such document.' } } };
    return { headers: { 'Content-Type': 'application/pdf' }, body: file };
  }

  private tracking(number: string | undefined): Answer {
    const shipment = this.ledger.bought.find(({ trackingNumber }) => trackingNumber === number);
    return shipment ? { body: tracked(shipment, this.now()) } : { status: 404, body: { detail: 'Parcel does not exist' } };
  }

  private shipment(id: string | undefined): Shipment {
    const shipment = this.ledger.shipments.find((one) => one.id === id);
    if (!shipment) throw new Refusal(this.trouble(404));
    return shipment;
  }

  private authorized(seen: Seen): Seen {
    if (seen.headers.authorization === basic(this.publicKey, this.secretKey)) return seen;
    throw problem(401, 'authentication_failed', 'Invalid username/password.');
  }
}

const label = ({ to_address: { name }, trackingNumber }: Shipment) => labelPdf(`${trackingNumber} ${name}`);
