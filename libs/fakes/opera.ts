import { type Answer, basic, Refusal, type Seen } from './call.js';
import { OperaHotel, type Reservation, shown } from './opera.hotel.js';
import { object, one, type Shape, text } from './shape.js';

/** The credentials of a client: https://docs.oracle.com/en/industries/hospitality/integration-platform/ohipu */
const CLIENT = {
  clientID: 'client-id',
  clientSecret: 'client-secret',
  appKey: '41ecd082-8997-4c69-af34-2f72b83645ff',
  enterpriseID: 'ENT123',
  scope: 'urn:opc:hgbu:ws:__myscopes__',
};

const date = text({ like: /^\d{4}-\d\d-\d\d$/ });
const whole = text({ like: /^\d+$/ });
const STATUSES = ['Cancelled', 'CheckedOut', 'CheckedIn', 'DueIn', 'DueOut', 'InHouse', 'NoShow', 'WaitList'];
const several: Shape = (value, path) => [value].flat().flatMap((status) => one(...STATUSES)(status, path));

/** Criteria of rest-api-specs/property/rsv.json, as far as stays need it. */
const CRITERIA = object(
  {},
  {
    limit: whole,
    offset: whole,
    arrivalStartDate: date,
    arrivalEndDate: date,
    departureStartDate: date,
    departureEndDate: date,
    stayOnStartDate: date,
    surname: text(),
    givenName: text(),
    roomId: text(),
    email: text(),
    reservationIdList: (value, path) => [value].flat().flatMap((id) => text()(id, path)),
    reservationStatuses: several,
    searchType: text(),
    orderBy: text(),
    sortOrder: one('Asc', 'Desc'),
    fetchInstructions: (value, path) => [value].flat().flatMap((instruction) => text()(instruction, path)),
    excludePseudoRoomReservations: one('true', 'false'),
  },
);

/** Bounds that have been errors since release 24.4: of a page, and of a range of days. Theirs are told to customers alone. */
const [MOST, DAYS] = [200, 90];

/** A refusal as they word it: `exceptionDetailType` */
function problem(status: number, title: string, detail = title): Refusal {
  return new Refusal({ status, body: { type: `urn:opera:${status}`, title, status, detail, instance: 'request' } });
}

/** By code units: a hotel may have tens of thousands. */
const compared = (one: string, other: string) => Number(one > other) - Number(one < other);

/** Opera Cloud by the Oracle Hospitality Integration Platform. Each operation has the address of its document. */
export class FakeOpera extends OperaHotel {
  /** @param client with which one may call */
  constructor(readonly client = CLIENT) {
    super();
    // https://github.com/oracle/hospitality-api-docs/blob/main/rest-api-specs/property/oauth.json
    this.api('POST', '/oauth/v1/tokens', (seen) => this.token(seen));
    // https://github.com/oracle/hospitality-api-docs/blob/main/rest-api-specs/property/rsv.json: getHotelReservations
    this.api('GET', '/rsv/v1/hotels/:hotelId/reservations', (seen) => {
      const answer = this.found(this.authorized(seen));
      this.meanwhile();
      return answer;
    });
  }

  /** It calls nobody. */
  protected signature(): Record<string, string> {
    return {};
  }

  protected trouble(status: number): Answer {
    const titles: Record<number, string> = { 404: 'Not Found', 408: 'Request Timeout', 429: 'Too Many Requests' };
    return problem(status, titles[status] ?? 'Internal Server Error').answer;
  }

  private token({ headers, body }: Seen): Answer {
    const { clientID, clientSecret, appKey, enterpriseID, scope } = this.client;
    const given = (body ?? {}) as Record<string, string>;
    if (headers['x-app-key'] !== appKey) throw problem(401, 'Unauthorized', 'The application key is not known.');
    if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw problem(400, 'Bad Request', 'No form.');
    if (given.grant_type !== 'client_credentials') throw problem(400, 'Bad Request', 'The grant type is not supported.');
    const known = headers.authorization === basic(clientID, clientSecret) && headers.enterpriseid === enterpriseID;
    if (!known || given.scope !== scope) throw problem(401, 'Unauthorized', 'The client is not known.');
    return { body: { access_token: this.newToken(), expires_in: this.lifetime, token_type: 'Bearer' } };
  }

  private authorized(seen: Seen): Seen {
    const { authorization, 'x-app-key': appKey, 'x-hotelid': hotel } = seen.headers;
    if (appKey !== this.client.appKey || !this.good(authorization)) throw problem(401, 'Unauthorized');
    if (hotel === undefined) throw problem(400, 'Bad Request', 'x-hotelid is missing.');
    if (hotel !== seen.params.hotelId) throw problem(403, 'Forbidden', 'x-hotelid is of another hotel.');
    return seen;
  }

  /** A page of those asked for, by arrival; no content at all, where nobody is found. */
  private found({ params, query }: Seen): Answer {
    const [flaw] = CRITERIA(query);
    if (flaw) throw problem(400, 'Bad Request', `${flaw.path.join('.')} is not valid.`);
    for (const side of ['arrival', 'departure']) {
      const length = (Date.parse(query[`${side}EndDate`]!) - Date.parse(query[`${side}StartDate`]!)) / 86_400_000;
      if (length < 0 || length > DAYS) throw problem(400, 'Bad Request', `The range of ${side} exceeds ${DAYS} days.`);
    }
    const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 20)];
    if (limit < 1 || limit > MOST) throw problem(400, 'Bad Request', `limit exceeds ${MOST}.`);
    const all = this.ledger.reservations
      .filter((reservation) => reservation.hotelId === params.hotelId && this.fits(reservation, query))
      .toSorted((a, b) => compared(a.arrival, b.arrival) || compared(a.id, b.id));
    const page = all.slice(offset, offset + limit).map(shown);
    if (page.length === 0) return { status: 204 };
    const counts = { offset, limit, count: page.length, totalResults: all.length, totalPages: Math.ceil(all.length / limit) };
    return { body: { reservations: { reservationInfo: page, hasMore: offset + page.length < all.length, ...counts } } };
  }

  private fits({ arrival, departure, status, room, surname, id }: Reservation, query: Record<string, string>): boolean {
    const { arrivalStartDate = '', arrivalEndDate = '9', departureStartDate = '', departureEndDate = '9' } = query;
    const wanted = [query.reservationStatuses ?? []].flat();
    const gone = status === 'Cancelled' || status === 'NoShow';
    return (
      arrival >= arrivalStartDate &&
      arrival <= arrivalEndDate &&
      departure >= departureStartDate &&
      departure <= departureEndDate &&
      (wanted.length > 0 ? wanted.includes(status) : this.listsCancelled || !gone) &&
      (query.roomId ?? room) === room &&
      (query.surname ?? surname) === surname &&
      [query.reservationIdList ?? id].flat().includes(id)
    );
  }
}
