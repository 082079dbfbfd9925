import { TextMap } from '#platform/http';
import { RELEASE } from '#platform/runtime';
import { type Answer, fitting } from '../../calls/answer.js';
import { jsonOf, type ProviderLine } from '../../calls/provider-line.js';
import { covers } from '../../domain/coverage.js';
import type { Reading, Readings, ReservationPage, ReservationSystem } from '../../kinds/reservation-system.js';
import type { Provider } from '../provider.js';
import { Key } from '../settings-fields.js';
import { isStay, MewsPeople } from './mews-people.js';
import { reservationOf } from './mews-reservation.js';

/** Tokens of an integration of Mews, and the Locations that its services are of. */
export class MewsSettings {
  @Key({ required: true, description: 'ClientToken' }) clientToken!: string;
  @Key({ required: true, description: 'AccessToken of the property' }) accessToken!: string;
  @TextMap({ required: true, description: 'Which Location a service is of, by its ID' }) services!: Record<string, string>;
}

/** Reservations of a page; its guests are read with as many at most. */
const PAGE = 500;
const [SECOND, DAY] = [1_000, 24 * 60 * 60 * 1000];
/** The time that is read at first, and the longest interval that is asked for (three months is the bound). */
const [BEFORE, AHEAD, LONGEST] = [7 * DAY, 90 * DAY, 60 * DAY];
/** Changes are asked for again from so long before: Mews may date a change before it can be read. */
const OVERLAP = 5 * 60 * 1000;

const NOBODY = { guests: new Map(), rooms: new Map() };

/** Mews, Connector API (https://docs.mews.com/connector-api). */
export class Mews implements ReservationSystem {
  private readonly people = new MewsPeople((path, body) => this.ask(path, body));

  constructor(private readonly line: ProviderLine) {}

  async test(): Promise<void> {
    (await this.ask('/configuration/get', {})).at('Enterprise').at('Id').text();
  }

  async readings(since: string | null): Promise<Readings> {
    const now = (await this.ask('/configuration/get', {})).at('NowUtc').moment();
    const until = utc(now);
    if (since === null) return { until, readings: parts('present', now.getTime() - BEFORE, now.getTime() + AHEAD) };
    // The end is left out, and what changed in this very second is asked for by `sync` too.
    return { until, readings: parts('changed', Math.min(Date.parse(since), now.getTime()) - OVERLAP, now.getTime() + SECOND) };
  }

  async page({ of, from, to }: Reading, cursor: string | null): Promise<ReservationPage> {
    const interval = { StartUtc: from, EndUtc: to };
    const filter = of === 'changed' ? { UpdatedUtc: interval } : { CollidingUtc: interval };
    const answer = await this.ask('/reservations/getAll/2023-06-06', { ...filter, Limitation: { Count: PAGE, Cursor: cursor } });
    const listed = answer.at('Reservations').list();
    let odd: string | null = null;
    const read = (one: Answer) => {
      reservationOf(one, NOBODY);
      one.at('AccountType').optional((type) => type.text());
      one.at('AccountId').optional((id) => id.identifier());
      return one;
    };
    const all = fitting(listed, read, ({ message }) => {
      odd = message;
    });
    // Nothing is asked about guests of services that no Location is named for, or of what is no stay.
    const stays = all.filter((one) => isStay(one) && this.isCovered(one.at('ServiceId').identifier()));
    const people = await this.people.of(stays);
    const next = answer.at('Cursor').optional((one) => one.identifier());
    return { reservations: all.map((one) => reservationOf(one, people)), odd, next: listed.length === 0 ? null : next };
  }

  private isCovered(service: string): boolean {
    const services = this.line.connection.settings.services as Record<string, string>;
    return Object.hasOwn(services, service) && covers(this.line.connection, services[service]!);
  }

  private ask(path: string, body: object): Promise<Answer> {
    const { clientToken: ClientToken, accessToken: AccessToken } = this.line.connection.settings;
    const json = { ClientToken, AccessToken, Client: `Lost and Found ${RELEASE.version}`, ...body };
    return jsonOf(this.line, { method: 'POST', path: `/api/connector/v1${path}`, json, isHarmless: true });
  }
}

/** An interval in parts that Mews takes; the end of each belongs to the next. */
function parts(of: Reading['of'], from: number, to: number): Reading[] {
  const count = Math.max(1, Math.ceil((to - from) / LONGEST));
  const at = (index: number) => utc(new Date(index === count ? to : from + index * LONGEST));
  return Array.from({ length: count }, (_, index) => ({ of, from: at(index), to: at(index + 1), unit: null }));
}

/** As Mews writes times. */
const utc = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z');

export const mews: Provider<Mews> = {
  kind: 'reservations',
  name: 'Mews',
  settings: MewsSettings,
  secrets: ['clientToken', 'accessToken'],
  locations: 'services',
  takesEvents: false,
  address: () => 'https://api.mews.com',
  open: (line) => new Mews(line),
};
