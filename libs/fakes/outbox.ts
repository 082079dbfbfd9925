/** An event for the service, as it was sent at last. */
export interface Sent {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** The service's last answer; null while it has not. */
  status: number | null;
}

/** How an event may go out: as it should; without a signature, with one of another key, or one that was made an hour ago. */
export type Signed = 'well' | 'not' | 'wrongly' | 'an hour ago';

/** The events that a provider sends to the service, in the order in which it happened. */
export class Outbox {
  readonly events: Sent[] = [];
  /** Where the hotel has told the provider to send events; none are sent while it is null. */
  url: string | null = null;
  /** Events stay here until `send` is called: for those that are late, twice or out of order. */
  held = false;
  private readonly open = new Set<Promise<unknown>>();

  constructor(private readonly sign: (body: string, at: Date) => Record<string, string>) {}

  /** Adds an event, and sends it unless they are held. @param url instead of that of the provider */
  add(body: string, contentType = 'application/json', url = this.url): void {
    if (url === null) return;
    const event: Sent = { url, body, headers: { 'Content-Type': contentType }, status: null };
    this.events.push(event);
    if (!this.held) void this.send(event);
  }

  /** Sends an event, again too. @returns the status of the answer, null without one */
  async send(event: Sent, signed: Signed = 'well'): Promise<number | null> {
    const body = signed === 'wrongly' ? `${event.body} ` : event.body;
    const signature = signed === 'not' ? {} : this.sign(body, new Date(Date.now() - (signed === 'an hour ago' ? 3_600_000 : 0)));
    const headers = { ...event.headers, ...signature };
    const signal = AbortSignal.timeout(20_000);
    const sending = fetch(event.url, { method: 'POST', headers, body: event.body, signal }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => null,
    );
    this.open.add(sending);
    event.status = await sending;
    this.open.delete(sending);
    return event.status;
  }

  /** Sends what was not taken: as held ones are let go, and as providers repeat. @param order of a list of events */
  async sendAll(order: (events: Sent[]) => Sent[] = (events) => events): Promise<void> {
    this.held = false;
    const left = this.events.filter(({ status }) => status === null || status >= 300);
    for (const event of order(left)) await this.send(event);
  }

  /** Waits for the answers to what was sent. */
  async settled(): Promise<void> {
    while (this.open.size > 0) await Promise.all(this.open);
  }
}
