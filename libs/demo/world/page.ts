import { html, type SafeHtml } from '@remix-run/html-template';
import type { FakeMews, FakeSendcloud, FakeStripe } from '#fakes';
import type { Connection } from './hotel-account.js';
import type { Mail } from './mails.js';

/** Steps that a parcel may take. */
export const MOVES = [
  { name: 'announced', status: 'ANNOUNCED' },
  { name: 'scanned', status: 'PARCEL_EN_ROUTE' },
  { name: 'delivered', status: 'DELIVERED' },
  { name: 'returned', status: 'RETURNED_TO_SENDER' },
  { name: 'undeliverable', status: 'UNABLE_TO_DELIVER' },
] as const;

interface Shown {
  /** The thing that could not be done. */
  said: readonly string[];
  service: string;
  connections: readonly Connection[];
  /** Whether all is connected that is here. */
  isConnected: boolean;
  mails: readonly Mail[];
  sendcloud: FakeSendcloud;
  stripe: FakeStripe;
  mews: FakeMews;
}

const STYLE = `body{font:16px/1.5 system-ui;max-width:60em;margin:2em auto;padding:0 1em}table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.3em .6em;border-bottom:1px solid #ccc;vertical-align:top}form{display:inline}
button,textarea{font:inherit}textarea{width:100%;box-sizing:border-box}pre{white-space:pre-wrap;
overflow-wrap:anywhere;font:inherit}[role=alert]{color:#a00}`;

/** The page of the world: plain, and without scripts. */
export function page({ said, service, connections, isConnected, mails, sendcloud, stripe, mews }: Shown): string {
  const body = [
    html`<h1>Around the hotel</h1>
<p>A carrier, a bank, a reservation system and guests, none of them real, for trying the service at
<a href="${service}/desk">${service}/desk</a>. Real ones are called when it starts with <code>CONNECTION_URLS={}</code>.</p>`,
    ...said.map((line) => html`<p role="alert">${line}</p>`),
    html`<h2>Connections</h2>${connectionsOf(connections)}
${isConnected ? '' : html`<p>${button('/connections', 'Connect the hotel')}</p>`}`,
    html`<h2>Payments</h2>${paymentsOf(stripe)}`,
    html`<h2>Parcels</h2>${parcelsOf(sendcloud)}`,
    html`<h2>Reservations</h2>${reservationsOf(mews)}`,
    html`<h2>Mails to guests</h2>${mails.length === 0 ? 'None yet.' : mails.map(mailOf)}`,
  ];
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Around the hotel</title>
<style>${html.raw`${STYLE}`}</style></head><body>${body}</body></html>`);
}

function connectionsOf(connections: readonly Connection[]): SafeHtml {
  return table(
    ['Name', 'Provider', 'Status'],
    connections.map(({ name, provider, status, lastError }) => [name, provider, lastError ? `${status}: ${lastError}` : status]),
  );
}

function paymentsOf({ ledger: { sessions, refunds } }: FakeStripe): SafeHtml {
  const rows = sessions.toReversed().map((session) => {
    const back = refunds.filter(({ payment_intent }) => payment_intent !== null && payment_intent === session.payment_intent);
    const money = (amount: number) => `${(amount / 100).toFixed(2)} ${session.currency.toUpperCase()}`;
    const where = session.url === null ? session.payment_status : html`<a href="${session.url}">Pay</a>`;
    const what = session.client_reference_id ?? session.id;
    return [what, money(session.amount_total), where, back.map(({ amount, status }) => `${money(amount)} back (${status}) `)];
  });
  return table(['For', 'Amount', 'Status', 'Refunds'], rows);
}

function parcelsOf({ ledger: { bought } }: FakeSendcloud): SafeHtml {
  const rows = bought.toReversed().map(({ trackingNumber, to_address, service, status }) => {
    const moves = MOVES.map(
      ({ name }) =>
        html`<form method="post" action="/parcels/${trackingNumber}"><button name="to" value="${name}">${name}</button></form> `,
    );
    return [trackingNumber, `${to_address.name}, ${to_address.country_code}`, service.name, status, moves];
  });
  return table(['Parcel', 'To', 'Service', 'Status', 'Now'], rows);
}

function reservationsOf({ ledger: { reservations, customers, resources } }: FakeMews): SafeHtml {
  const rows = reservations.toReversed().map((reservation) => {
    const { Id, AccountId, AssignedResourceId, ScheduledStartUtc, ScheduledEndUtc, State } = reservation;
    const guest = customers.find((customer) => customer.Id === AccountId);
    const room = resources.find((resource) => resource.Id === AssignedResourceId);
    const stay = `${ScheduledStartUtc.slice(0, 10)} – ${ScheduledEndUtc.slice(0, 10)}`;
    const action = State === 'Canceled' ? '' : button(`/reservations/${Id}/cancelled`, 'Cancel');
    return [room?.Name ?? '', `${guest?.FirstName ?? ''} ${guest?.LastName ?? ''}`, stay, State, action];
  });
  return table(['Room', 'Guest', 'Nights', 'State', 'Now'], rows);
}

function mailOf({ to, subject, text }: Mail): SafeHtml {
  const linked = text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
  return html`<details><summary>${to}: ${subject}</summary><pre>${linked}</pre>
<form method="post" action="/answers"><input type="hidden" name="to" value="${to}">
<p><label>An answer of the guest<textarea name="text" rows="3" required></textarea></label> <button>Answer</button></p></form></details>`;
}

const button = (action: string, words: string) => html`<form method="post" action="${action}"><button>${words}</button></form>`;

function table(heads: readonly string[], rows: readonly unknown[][]): SafeHtml {
  if (rows.length === 0) return html`<p>None yet.</p>`;
  const cells = (row: readonly unknown[]) => html`<tr>${row.map((cell) => html`<td>${cell as string}</td>`)}</tr>`;
  return html`<table><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr>${rows.map(cells)}</table>`;
}
