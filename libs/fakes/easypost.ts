import { createHmac } from 'node:crypto';
import { type Answer, basic, Refusal, type Seen } from './call.js';
import { judge, PURCHASE, problem, SHIPMENT } from './easypost.shapes.js';
import { created, fileOf, newId, pageOf, RATED, type Rated, type Shipment, type TrackerStatus } from './easypost.shipments.js';
import { shown, tracker } from './easypost.trackers.js';
import { FakeProvider } from './fake-provider.js';

/** EasyPost, API v2. Each operation has the address of its page. */
export class FakeEasyPost extends FakeProvider {
  readonly ledger = { shipments: [] as Shipment[], bought: [] as Shipment[], voided: [] as Shipment[] };
  rated: readonly Rated[] = RATED;
  /** Refusals of the carrier, for the next purchases. */
  readonly refusals: string[] = [];
  /** The first state of a void: most are settled later by `settle`; of carriers that bill on the first scan it never changes. */
  refunding: 'submitted' | 'refunded' | 'rejected' | 'not_applicable' = 'submitted';

  /** Whether its events are dated, beside being signed. */
  dates = true;

  constructor(
    readonly apiKey = 'EZTK-test',
    readonly webhookSecret = 'webhook-secret',
  ) {
    super();
    const on = (method: 'GET' | 'POST', path: string, handle: (seen: Seen) => Answer) =>
      this.api(method, `/v2${path}`, (seen) => handle(this.authorized(seen)));
    const shipmentOf = ({ params }: Seen) => this.shipment(params.id!);
    // https://docs.easypost.com/docs/shipments#create-a-shipment
    on('POST', '/shipments', ({ body }) => this.create(body));
    // https://docs.easypost.com/docs/shipments#retrieve-all-shipments
    on('GET', '/shipments', ({ query }) => this.list(query));
    // https://docs.easypost.com/docs/shipments#retrieve-a-shipment: by its id or its reference, which need not be unique
    on('GET', '/shipments/:id', (seen) => this.answerWith(shipmentOf(seen)));
    // https://docs.easypost.com/docs/shipments#buy-a-shipment
    on('POST', '/shipments/:id/buy', (seen) => this.buy(shipmentOf(seen), seen.body));
    // https://docs.easypost.com/docs/shipments#converting-the-label-format-of-a-shipment
    on('GET', '/shipments/:id/label', (seen) => this.convert(shipmentOf(seen), seen.query.file_format));
    // https://docs.easypost.com/docs/shipments/shipping-refund
    on('POST', '/shipments/:id/refund', (seen) => this.refund(shipmentOf(seen)));
    // https://docs.easypost.com/docs/trackers#retrieve-a-tracker
    on('GET', '/trackers/:id', ({ params: { id } }) => ({ body: tracker(this.shipment(id!.replace('trk', 'shp')), this.now()) }));
    // Their files lie in a bucket; they need no key, and must not be given one.
    this.page('GET', '/files/:name', ({ params, headers }) => this.file(params.name!, headers.authorization));
  }

  /** The parcel moves, and the service is told. https://docs.easypost.com/docs/events */
  move(shipment: Shipment, status: TrackerStatus, detail: string = status): void {
    Object.assign(shipment, { status, status_detail: detail });
    this.tell('tracker.updated', tracker(shipment, this.now()));
  }

  /** A void that was taken on ends. Only that it was granted is told; a refusal is found by asking. */
  settle(shipment: Shipment, how: 'refunded' | 'rejected'): void {
    shipment.refund_status = how;
    if (how === 'rejected') return;
    this.ledger.voided.push(shipment);
    const { id, tracking_code } = shipment;
    this.tell('refund.successful', { id: newId('rfnd'), object: 'Refund', tracking_code, status: how, shipment_id: id });
  }

  /** https://docs.easypost.com/guides/webhooks-guide#step-4-webhook-hmac-authentication: the second is over time, method and path, too */
  protected signature(body: string, at: Date): Record<string, string> {
    const digest = (text: string) =>
      `hmac-sha256-hex=${createHmac('sha256', this.webhookSecret.normalize('NFKD')).update(text).digest('hex')}`;
    const signed = { 'X-Hmac-Signature': digest(body) };
    if (!this.dates) return signed;
    const [time, path] = [at.toUTCString(), new URL(this.outbox.url ?? this.url).pathname];
    return {
      ...signed,
      'X-Timestamp': time,
      'X-Path': path,
      'X-Hmac-Signature-V2': digest(`${time}POST${path}${body}`),
    };
  }

  protected trouble(status: number): Answer {
    if (status === 404) return problem(404, 'NOT_FOUND', 'The requested resource could not be found.').answer;
    if (status === 429) return problem(429, 'RATE_LIMITED', 'You have exceeded your allowed rate limit.').answer;
    return problem(status, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred.').answer;
  }

  private tell(description: string, result: object): void {
    const [id, created_at] = [newId('evt'), this.now().toISOString()];
    const event = {
      id,
      object: 'Event',
      mode: 'test',
      description,
      previous_attributes: {},
      result,
      status: 'pending',
      created_at,
    };
    // Floats are sent as such: the body that was read and written again is another than the one that was signed.
    this.outbox.add(JSON.stringify(event).replace(/"weight":(\d+)(?=[,}])/g, '"weight":$1.0'));
  }

  private create(body: unknown): Answer {
    judge(SHIPMENT, body);
    const shipment = created((body as { shipment: Shipment }).shipment, this.rated, this.now());
    this.ledger.shipments.push(shipment);
    return { ...this.answerWith(shipment), status: 201 };
  }

  private buy(shipment: Shipment, body: unknown): Answer {
    judge(PURCHASE, body);
    if (shipment.selected_rate) throw problem(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.');
    const rate = shipment.rates.find(({ id }) => id === (body as { rate: { id: string } }).rate.id);
    if (!rate) throw problem(422, 'SHIPMENT.RATES.UNAVAILABLE', 'The requested rate is not available.');
    const refusal = this.refusals.shift();
    if (refusal !== undefined) throw problem(422, 'SHIPMENT.POSTAGE.FAILURE', refusal);
    const number = String(this.ledger.bought.push(shipment)).padStart(9, '0');
    Object.assign(shipment, { selected_rate: rate, tracking_code: `9400100110368${number}` });
    this.tell('tracker.created', tracker(shipment, this.now()));
    return this.answerWith(shipment);
  }

  private list({ page_size = '20', before_id, purchased = 'true' }: Record<string, string>): Answer {
    if (!/^([1-9]\d?|100)$/.test(page_size)) throw problem(422, 'PARAMETER.INVALID', 'page_size is invalid.');
    const [page, has_more] = pageOf(this.ledger.shipments, Number(page_size), before_id, purchased !== 'false');
    return { body: { shipments: page.map((shipment) => this.answerWith(shipment).body), has_more } };
  }

  private convert(shipment: Shipment, format = ''): Answer {
    if (!shipment.selected_rate) throw problem(422, 'SHIPMENT.POSTAGE.REQUIRED', 'Postage is required.');
    if (!['PDF', 'ZPL', 'EPL2', 'PNG'].includes(format)) throw problem(422, 'SHIPMENT.POSTAGE.INVALID_FORMAT', 'Invalid format.');
    const first = shipment.options?.label_format ?? 'PNG';
    if (![format, 'PNG'].includes(first)) throw problem(422, 'SHIPMENT.POSTAGE.FORMAT_UNAVAILABLE', 'It cannot be converted.');
    shipment.formats.push(format);
    return this.answerWith(shipment);
  }

  /** One that was rejected may be asked for again. */
  private refund(shipment: Shipment): Answer {
    const { selected_rate, refund_status } = shipment;
    if (!selected_rate) throw problem(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'No label was bought.');
    if (refund_status === null || refund_status === 'rejected') shipment.refund_status = this.refunding;
    if (shipment.refund_status === 'refunded' && refund_status !== 'refunded') this.settle(shipment, 'refunded');
    return this.answerWith(shipment);
  }

  private file(name: string, authorization: string | undefined): Answer {
    const shipment = this.ledger.bought.find(({ id }) => name.startsWith(id));
    if (!shipment || authorization) return { status: shipment ? 400 : 404 };
    return fileOf(shipment, name);
  }

  private answerWith(shipment: Shipment) {
    return { body: shown(shipment, `${this.url}/files`, this.now()) };
  }

  private shipment(id: string): Shipment {
    const shipment = this.ledger.shipments.findLast((one) => one.id === id || one.reference === id);
    if (!shipment) throw new Refusal(this.trouble(404));
    return shipment;
  }

  private authorized(seen: Seen): Seen {
    if (seen.headers.authorization === basic(this.apiKey)) return seen;
    throw problem(401, 'APIKEY.INACTIVE', 'This api key is no longer active.');
  }
}
