import { useQuery } from '@tanstack/preact-query';
import {
  type ChangeHistoryRecord,
  listItemHistory,
  listItemMessages,
  listRequestHistory,
  listRequestMessages,
  type MessageRecord,
} from '#client';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { ago, moment, timeOf } from '../texts/format.js';
import { named, type TextKey, t } from '../texts/texts.js';

const READS = {
  items: (id: number) =>
    [
      listItemHistory({ client, path: { itemID: id }, query: { limit: 100 } }),
      listItemMessages({ client, path: { itemID: id } }),
    ] as const,
  requests: (id: number) =>
    [
      listRequestHistory({ client, path: { requestID: id }, query: { limit: 100 } }),
      listRequestMessages({ client, path: { requestID: id } }),
    ] as const,
};

/** The events and messages of a record, newest first. @param version what the record's state is known by */
export function Timeline({ subject, id, version }: { subject: 'items' | 'requests'; id: number; version: string }) {
  const { data } = useQuery({
    queryKey: ['timeline', subject, id, version],
    async queryFn() {
      const [history, messages] = READS[subject](id);
      return { events: (await ask(history)).events, messages: await ask(messages) };
    },
  });
  if (!data) return null;
  const entries = [
    ...data.events.map((event) => ({ at: event.at, key: `e${event.version}`, view: <Event event={event} /> })),
    ...data.messages.map((message) => ({
      at: message.sentAt ?? message.createdAt,
      key: `m${message.ID}`,
      view: <Message message={message} />,
    })),
  ].sort((one, other) => timeOf(other.at).getTime() - timeOf(one.at).getTime());
  return (
    <section>
      <h2>{t('timeline.title')}</h2>
      <ol class="timeline">
        {entries.map(({ at, key, view }) => (
          <li key={key}>
            <time dateTime={timeOf(at).toISOString()} title={moment(at)}>
              {ago(at)}
            </time>
            {view}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Fields whose names the desk has words for; of others only the name is known. */
const NAMES: Record<string, TextKey> = {
  item: 'fact.item',
  location: 'fact.location',
  brand: 'fact.brand',
  colors: 'fact.colors',
  categories: 'fact.category',
  itemStorage: 'fact.place',
  storagePlaceID: 'fact.place',
  handling: 'fact.handling',
  hiddenMark: 'fact.hiddenMark',
  internalNotes: 'fact.notes',
  foundBy: 'fact.foundBy',
  foundAt: 'fact.found',
  'owner.firstName': 'owner.firstName',
  'owner.lastName': 'owner.lastName',
  'owner.contactEmail': 'owner.email',
  'owner.phoneNumber': 'owner.phone',
  'owner.reservationNumber': 'owner.reservationNumber',
  request: 'request.title',
  status: 'find.status',
};

function Event({ event }: { event: ChangeHistoryRecord }) {
  const isFirst = event.event === 'ItemRegistered' || event.event === 'RequestMade';
  const changes = isFirst ? [] : event.changes.filter(({ from, to }) => isShort(from) && isShort(to));
  return (
    <div>
      <strong>{named('event', event.event)}</strong> {event.byName && <span class="facts">{event.byName}</span>}
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {nameOf(field)}: <del>{shown(field, from)}</del> <ins>{shown(field, to)}</ins>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Whether a value reads in a line: no list of photos, no address of one. */
function isShort(value: unknown): boolean {
  return (
    (Array.isArray(value) ? value.every((one) => typeof one === 'string') : typeof value !== 'object' || value === null) &&
    !/^https?:/.test(String(value))
  );
}

function nameOf(field: string): string {
  if (field.startsWith('owner.address.')) return t('owner.address');
  return NAMES[field] ? t(NAMES[field]) : field;
}

function shown(field: string, value: unknown): string {
  if (field === 'status') return named('status', String(value));
  return value === null || value === undefined || String(value) === '' ? '–' : String(value);
}

function Message({ message }: { message: MessageRecord }) {
  const headline = (
    <>
      <strong>{named('message', message.kind)}</strong>{' '}
      <span class="facts">
        {[message.to, named('status', `message-${message.status}`), message.error].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  if (message.text === null) return <div>{headline}</div>;
  return (
    <details>
      <summary>{headline}</summary>
      <p class="said">{message.text}</p>
    </details>
  );
}
