import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { countHeldMessages, getRetention, listDeskTasks, listWebhookEndpoints, setRetention, type Task as Work } from '#client';
import { useLive } from '../../data/live.js';
import { isRequest } from '../../data/records.js';
import { store } from '../../device/store.js';
import { LocationChip } from '../../parts/chip.js';
import { FormButton } from '../../parts/form-button.js';
import { Page } from '../../parts/page.js';
import { ItemRow, RequestRow } from '../../parts/rows.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { ago } from '../../texts/format.js';
import { say } from '../../texts/say.js';
import { type TextKey, t } from '../../texts/texts.js';

const RETENTION = ['retention'];

/** The Location that work is shown of; none for those of all. */
const shown = store('');

/** The work list of the desk, by kind, oldest first. */
export function Today() {
  useLive();
  const locationID = shown.use();
  const tasks = useQuery({
    queryKey: ['tasks', locationID],
    placeholderData: keepPreviousData,
    queryFn: async () => (await ask(listDeskTasks({ client, query: locationID ? { locationID } : {} }))).tasks,
  });
  const retention = useQuery({
    queryKey: RETENTION,
    enabled: may('retention.decide'),
    queryFn: () => ask(getRetention({ client })),
  });
  // The part above the list is there before it.
  const data = retention.isLoading ? undefined : tasks.data;
  const todo = (data ?? []).filter(({ count }) => count > 0);
  return (
    <Page title={t('today.title')} wide actions={<LocationChip value={locationID} choose={shown.set} />}>
      <Trouble error={tasks.error} />
      {may('webhooks.read') && <Unsent />}
      {retention.data?.days === null && <Keeping />}
      {data && todo.length === 0 && <p class="empty">{t('today.nothing')}</p>}
      {todo.length > 1 && (
        <ul class="tallies">
          {todo.map(({ kind, count, oldest }) => (
            <li key={kind}>
              <a
                href={`#${kind}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(kind)?.scrollIntoView({ behavior: 'smooth' });
                }}
              >
                <strong>{count}</strong>
                <span>{t(`task.${kind}`)}</span>
                {oldest && <small>{ago(oldest)}</small>}
              </a>
            </li>
          ))}
        </ul>
      )}
      {todo.map((task) => (
        <Task key={task.kind} task={task} />
      ))}
    </Page>
  );
}

/** Messages that wait as the service can't send them, for those who can have that changed. */
function Unsent() {
  const { data: held } = useQuery({ queryKey: ['held-messages'], queryFn: () => ask(countHeldMessages({ client })) });
  const { data: endpoints = [] } = useQuery({ queryKey: ['endpoints'], queryFn: () => ask(listWebhookEndpoints({ client })) });
  const counts = {
    'today.held': held?.count ?? 0,
    'today.unreachable': held?.unreachable ?? 0,
    'today.endpoints': endpoints.filter(({ enabled, disabledReason }) => !enabled && disabledReason !== null).length,
  } satisfies Partial<Record<TextKey, number>>;
  const told = Object.entries(counts).filter(([, count]) => count > 0) as [keyof typeof counts, number][];
  return told.map(([key, count]) => (
    <p key={key} class="notice">
      {t(key, { count })}
    </p>
  ));
}

/** A decision that nobody has made yet: how long guests' data is kept. */
function Keeping() {
  const queries = useQueryClient();
  async function keepAYear() {
    await ask(setRetention({ client, body: { days: 365 } }));
    say(t('today.kept'));
    await queries.invalidateQueries({ queryKey: RETENTION });
  }
  return (
    <div class="notice">
      <p>{t('today.keptForEver')}</p>
      <FormButton name="retention" text={t('today.keepAYear')} send={keepAYear}>
        <p>{t('today.keepHint')}</p>
      </FormButton>
    </div>
  );
}

/** Where the one button of an item's row leads, by the kind of work. */
const BUTTONS: Partial<Record<Work['kind'], [TextKey, (id: number) => string]>> = {
  reply: ['reply.answer', (id) => `/items/${id}`],
  'hand-over': ['step.handOver', (id) => `/items/${id}/hand-over`],
  pack: ['step.pack', (id) => `/items/${id}/pack`],
  'shipment-problem': ['step.look', (id) => `/items/${id}`],
  ending: ['step.dispose', (id) => `/dispose?itemID=${id}`],
  'no-contact': ['today.addContact', (id) => `/items/${id}?edit`],
  'message-failed': ['today.addContact', (id) => `/items/${id}?edit`],
  payment: ['step.look', (id) => `/items/${id}`],
};

/** Where all of a kind are, beside the first that are listed. */
const ALL: Partial<Record<Work['kind'], string>> = {
  'hand-over': '/find?status=pickup-by-guest',
  pack: '/find?status=shipment-paid',
  'no-contact': '/find?status=contact-missing',
  ending: '/find?sort=expires',
  'guest-answered': '/requests',
  match: '/requests',
};

function Task({ task }: { task: Work }) {
  const { kind, count, records } = task;
  const [text, to] = BUTTONS[kind] ?? [];
  const more = t('today.more', { count: count - records.length });
  return (
    <section id={kind}>
      <h2>
        {t(`task.${kind}`)} <span class="count">{count}</span>
      </h2>
      <ul class="rows">
        {records.map((record) =>
          isRequest(record) ? (
            <RequestRow key={`r${record.ID}`} request={record} isPlain>
              <Link class="button" href={`/requests/${record.ID}`}>
                {t(kind === 'reply' ? 'reply.answer' : 'step.look')}
              </Link>
            </RequestRow>
          ) : (
            <ItemRow key={record.ID} item={record} isPlain {...(kind === 'ending' && { time: record.storageExpiresAt })}>
              {text && (may('items.edit') || text === 'step.look') && (
                <Link class="button" href={to!(record.ID)}>
                  {t(text)}
                </Link>
              )}
            </ItemRow>
          ),
        )}
      </ul>
      {count > records.length && <p>{ALL[kind] ? <Link href={ALL[kind]}>{more}</Link> : more}</p>}
    </section>
  );
}
