import { Text, TextMap, WebUrl } from '#platform/http';
import { fitting } from '../../calls/answer.js';
import { CredentialsRefused } from '../../calls/provider-failed.js';
import { jsonOf, type ProviderLine, parsed } from '../../calls/provider-line.js';
import type { Reading, Readings, Reservation, ReservationPage, ReservationSystem } from '../../kinds/reservation-system.js';
import { basic, type Provider } from '../provider.js';
import { Key } from '../settings-fields.js';
import { reservationOf } from './opera-reservation.js';

/** An application at the Oracle Hospitality Integration Platform, and the Locations that its hotels are. */
export class OperaSettings {
  @WebUrl({ required: true, description: 'Gateway URL of the environment' }) gatewayUrl!: string;
  @Key({ required: true, description: 'Client ID' }) clientID!: string;
  @Key({ required: true, description: 'Client secret' }) clientSecret!: string;
  @Key({ required: true, description: 'Application key' }) appKey!: string;
  @Key({ required: true, description: 'Enterprise ID' }) enterpriseID!: string;
  @Text({ default: 'urn:opc:hgbu:ws:__myscopes__', description: 'OAuth scope' }) scope!: string;
  @TextMap({ required: true, description: 'Which Location a hotel is, by its ID' }) hotels!: Record<string, string>;
}

/** Reservations of a page, and which share of one is read twice, as pages move when something is cancelled meanwhile. */
const [PAGE, SHARE] = [200, 10];
const DAY = 24 * 60 * 60 * 1000;
/** Days around today that are read each time, and at first. */
const [BEFORE, AHEAD, FIRST] = [7, 30, 90];
/** Milliseconds before its end that a token is not used any more. */
const MARGIN = 60_000;
/** Seconds that a token is good where it does not say. */
const HOUR = 3_600;

/** Opera Cloud, by OHIP (https://docs.oracle.com/en/industries/hospitality/integration-platform). */
export class Opera implements ReservationSystem {
  private known: { token: string; until: number } | null = null;

  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    await this.token();
  }

  async readings(since: string | null, today: (hotel: string) => string): Promise<Readings> {
    const readings = Object.keys(this.settings.hotels).flatMap((unit): Reading[] => {
      const day = (days: number) => new Date(Date.parse(today(unit)) + days * DAY).toISOString().slice(0, 10);
      const window: Reading = { of: 'present', from: day(-BEFORE), to: day(AHEAD), unit };
      return since === null ? [window, { of: 'arriving', from: day(AHEAD + 1), to: day(FIRST), unit }] : [window];
    });
    return { until: new Date().toISOString(), readings };
  }

  async page({ of, from, to, unit }: Reading, cursor: string | null): Promise<ReservationPage> {
    const offset = Number(cursor ?? 0);
    const begin = of === 'arriving' ? 'arrivalStartDate' : 'departureStartDate';
    const { rows, hasMore } = await this.found(unit!, { [begin]: from, arrivalEndDate: to }, offset);
    let odd: string | null = null;
    const reservations = fitting(
      rows,
      (one) => reservationOf(one, unit!),
      ({ message }) => {
        odd = message;
      },
    );
    const step = Math.max(1, rows.length - Math.floor(rows.length / SHARE));
    return { reservations, odd, next: hasMore ? String(offset + step) : null };
  }

  async again(unit: string, ids: readonly string[]): Promise<Reservation[]> {
    const all: Reservation[] = [];
    for (let offset = 0; ; ) {
      const { rows, hasMore } = await this.found(unit, { reservationIdList: ids }, offset);
      // A reservation that cannot be read is not gone for that.
      all.push(...rows.map((one) => reservationOf(one, unit)));
      offset += rows.length;
      if (!hasMore) return all.filter(({ id }) => ids.includes(id));
    }
  }

  /** Reservations of a hotel; the answer of nobody has no content. */
  private async found(hotel: string, criteria: Readonly<Record<string, string | readonly string[]>>, offset: number) {
    const query = new URLSearchParams({ limit: String(PAGE), offset: String(offset) });
    for (const [name, value] of Object.entries(criteria)) for (const one of [value].flat()) query.append(name, one);
    const path = `/rsv/v1/hotels/${encodeURIComponent(hotel)}/reservations?${query}`;
    const { status, body } = await this.authorized((headers) =>
      this.line.call({ path, isHarmless: true, headers: { accept: 'application/json', 'x-hotelid': hotel, ...headers } }),
    );
    if (status === 204 || body.length === 0) return { rows: [], hasMore: false };
    const answer = parsed(this.line.name, body).at('reservations');
    const rows = answer.at('reservationInfo').optional((one) => one.list()) ?? [];
    const hasMore = answer.at('hasMore').optional((one) => one.flag()) ?? false;
    return { rows, hasMore: hasMore && rows.length > 0 };
  }

  /** Calls with a token; with a new one where the old has ended before its time. */
  private async authorized<T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> {
    const isNew = !this.known || this.known.until <= Date.now();
    if (isNew) this.known = await this.token();
    const headers = () => ({ authorization: `Bearer ${this.known!.token}`, 'x-app-key': this.settings.appKey });
    try {
      return await call(headers());
    } catch (error) {
      if (!(error instanceof CredentialsRefused) || isNew) throw error;
      this.known = await this.token();
      return call(headers());
    }
  }

  /** A token by client credentials (OCIM). */
  private async token(): Promise<{ token: string; until: number }> {
    const { clientID, clientSecret, appKey, enterpriseID, scope } = this.settings;
    const headers = { authorization: basic(clientID, clientSecret), 'x-app-key': appKey, enterpriseId: enterpriseID };
    const form = { grant_type: 'client_credentials', scope };
    const answer = await jsonOf(this.line, { method: 'POST', path: '/oauth/v1/tokens', headers, form, isHarmless: true });
    const seconds = answer.at('expires_in').optional((one) => one.integer()) ?? HOUR;
    return { token: answer.at('access_token').text(), until: Date.now() + seconds * 1000 - MARGIN };
  }

  private get settings(): OperaSettings {
    return this.line.connection.settings as unknown as OperaSettings;
  }
}

export const opera: Provider<Opera> = {
  kind: 'reservations',
  name: 'Opera Cloud',
  settings: OperaSettings,
  secrets: ['clientSecret', 'appKey'],
  locations: 'hotels',
  takesEvents: false,
  address: ({ gatewayUrl }) => gatewayUrl as string,
  open: (line) => new Opera(line),
};
