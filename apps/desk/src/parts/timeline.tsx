import { useIsFetching, useQuery } from '@tanstack/preact-query';
import {
  type ChangeHistoryRecord,
  listItemHistory,
  listItemMessages,
  listRequestHistory,
  listRequestMessages,
  type MessageRecord,
} from '#client';
import { LONGEST, usePlaceChoices, useUsers } from '../data/records.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { ago, moment, price, timeOf } from '../texts/format.js';
import { named, t } from '../texts/texts.js';
import { Changes } from './changes.js';
import { Reply } from './reply.js';
import { Facts } from './row.js';

/** The calls that read each kind of record; messages only for users who may write some. */
const READS = {
  items: (itemID: number) => ({
    history: () => listItemHistory({ client, path: { itemID }, query: { limit: LONGEST } }),
    messages: () => listItemMessages({ client, path: { itemID } }),
  }),
  requests: (requestID: number) => ({
    history: () => listRequestHistory({ client, path: { requestID }, query: { limit: LONGEST } }),
    messages: () => listRequestMessages({ client, path: { requestID } }),
  }),
};

/** How often is asked whether a message has gone, in ms. */
const EVERY = 5_000;

/** Parts above the timeline that would push it down when they come. */
const ABOVE: readonly unknown[] = ['candidates', 'similar', 'shipping'];

/** A record whose history is shown. */
interface Told {
  subject: 'items' | 'requests';
  id: number;
  locationID: string;
  /** The owner's or guest's address, where one is known. */
  email: string | null;
  /** The version of the record, by which its state is known. */
  version: string;
}

/** The events and messages of a record, newest first. */
export function Timeline({ subject, id, locationID, email, version }: Told) {
  const known = useKnown(locationID);
  const { data } = useQuery({
    queryKey: ['timeline', subject, id, version],
    // A message that waits shows when it has gone.
    refetchInterval: ({ state }) => state.data?.messages.some(({ status }) => status === 'waiting') && EVERY,
    async queryFn() {
      const { history, messages } = READS[subject](id);
      const { events, hasMore } = await ask(history());
      return { events, hasMore, messages: may(`${subject}.edit`) ? await ask(messages()) : [] };
    },
  });
  const isMoreToCome = useIsFetching({
    predicate: ({ queryKey, state }) => state.data === undefined && queryKey.some((one) => ABOVE.includes(one)),
  });
  if (!data || isMoreToCome) return null;
  const entries = [
    ...data.events.map((event) => ({ at: event.at, key: `e${event.version}`, view: <Event event={event} known={known} /> })),
    ...data.messages.map((message) => ({
      at: message.sentAt ?? message.createdAt,
      key: `m${message.ID}`,
      view:
        message.direction === 'in' ? (
          <Reply subject={subject} id={id} email={email} message={message} />
        ) : (
          <Message message={message} />
        ),
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
      {data.hasMore && <p class="facts">{t('limit.first', { count: LONGEST })}</p>}
    </section>
  );
}

type Known = ReadonlyMap<string, string>;

/** Names of the records that a field may have the ID of, by both. */
function useKnown(locationID: string): Known {
  const users = useUsers(locationID);
  return new Map([
    ...usePlaceChoices(locationID).map(([ID, path]) => [`storagePlaceID ${ID}`, path] as const),
    ...(users.data ?? []).map(({ ID, username }) => [`assignedTo ${ID}`, username] as const),
  ]);
}

function Event({ event, known }: { event: ChangeHistoryRecord; known: Known }) {
  const isFirst = event.event === 'ItemRegistered' || event.event === 'RequestMade';
  return (
    <div>
      <strong>{named('event', event.event)}</strong> <Facts of={[event.byName, ...moneyIn(event)]} />
      {!isFirst && <Changes of={event.changes} known={known} />}
    </div>
  );
}

/** The money that was given back, or was to be, and the reason. */
function moneyIn({ event, details }: ChangeHistoryRecord): (string | null)[] {
  if (event !== 'MoneyReturned' && event !== 'RefundFailed') return [];
  const { amount, currency, reason } = details as Record<string, unknown>;
  return [price(Number(amount), String(currency)), typeof reason === 'string' ? reason : null];
}

function Message({ message }: { message: MessageRecord }) {
  // Why it failed, where that is of use to a clerk.
  const why = message.error && named('problem', message.error);
  const headline = (
    <>
      <strong>{named('message', message.kind)}</strong>{' '}
      <Facts of={[message.to, named('status', `message-${message.status}`), why !== message.error && why]} />
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
