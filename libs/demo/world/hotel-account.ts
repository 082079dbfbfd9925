/** A connection as the API shows it, as far as it is used here. */
export interface Connection {
  ID: number;
  provider: string;
  kind: string;
  name: string;
  enabled: boolean;
  status: string;
  lastError: string | null;
  eventsUrl: string | null;
}

/** The connections that are made: with this body, `locationIDs` aside. */
export type Wanted = { provider: string; name: string; settings: Record<string, unknown> };

/** The demo's hotel at the service, through the API, as an integrator has it. */
export class HotelAccount {
  constructor(
    private readonly service: string,
    /** Known once the demo is made. */
    private readonly demo: () => { apiToken: string; locations: readonly string[] },
  ) {}

  connections(): Promise<Connection[]> {
    return this.call('GET', '/connections');
  }

  /**
   * Connects the first Location to what it is not connected to yet, and lets guests pay for their parcels.
   * @returns a line for each that could not be connected
   */
  async connect(wanted: readonly Wanted[]): Promise<string[]> {
    const there = await this.connections();
    const refused: string[] = [];
    for (const { provider, name, settings } of wanted) {
      if (there.some((connection) => connection.provider === provider && connection.name === name)) continue;
      const body = { provider, name, settings, locationIDs: [this.locationID] };
      await this.call('POST', '/connections', body).catch((error: Error) => refused.push(`${name}: ${error.message}`));
    }
    const mine = (await this.connections()).filter(({ name }) => wanted.some((each) => each.name === name));
    for (const { ID, kind } of mine) {
      await this.call('POST', `/connections/${ID}/test`);
      if (kind === 'reservations') await this.call('POST', `/connections/${ID}/sync`);
    }
    const carrier = mine.find(({ kind }) => kind === 'carrier');
    if (carrier) await this.shipWith(carrier.ID);
    return refused;
  }

  /** Reads the reservations now. */
  async read(): Promise<void> {
    const reservations = (await this.connections()).filter(({ kind, enabled }) => kind === 'reservations' && enabled);
    for (const { ID } of reservations) await this.call('POST', `/connections/${ID}/sync`);
  }

  /** The address of this service for a provider's events, also where it is behind a name that this machine does not know. */
  here(eventsUrl: string): string {
    return this.service + new URL(eventsUrl).pathname;
  }

  get locationID(): string {
    return this.demo().locations[0]!;
  }

  private async shipWith(carrierID: number): Promise<void> {
    const path = `/locations/${this.locationID}/shipping`;
    const shipping = await this.call<object>('GET', path);
    const rates = [{ countries: null, weightID: null, price: 19.9, days: '3–7' }];
    await this.call('PUT', path, { ...shipping, paidBy: 'guest', currency: 'EUR', rates, carrierID });
  }

  private async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { Authorization: `Bearer ${this.demo().apiToken}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${this.service}/api/v2${path}`, { method, headers, body: body && JSON.stringify(body) });
    const said = (await answer.json()) as { detail?: string };
    if (!answer.ok) throw new Error(said.detail ?? `${method} ${path}: ${answer.status}`);
    return said as Answer;
  }
}
