import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { type ItemRecord, listDeskTasks, type RequestRecord, type Task as Work } from '#client';
import { ItemRow, RequestRow } from '../find/rows.js';
import { Page } from '../parts/page.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { ago } from '../texts/format.js';
import { type TextKey, t } from '../texts/texts.js';
import { useLive } from './live.js';

/** The work list of the desk, by kind, oldest first. */
export function Today() {
  useLive();
  const tasks = useQuery({
    queryKey: ['tasks'],
    placeholderData: keepPreviousData,
    queryFn: async () => (await ask(listDeskTasks({ client }))).tasks,
  });
  const todo = (tasks.data ?? []).filter(({ count }) => count > 0);
  return (
    <Page title={t('today.title')} wide>
      <Trouble error={tasks.error} />
      {tasks.data && todo.length === 0 && <p class="empty">{t('today.nothing')}</p>}
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

/** Where the one button of a row leads, by the kind of work. */
const BUTTONS: Partial<Record<Work['kind'], [TextKey, (id: number) => string]>> = {
  'hand-over': ['step.handOver', (id) => `/items/${id}/hand-over`],
  pack: ['step.pack', (id) => `/items/${id}/pack`],
  ending: ['step.dispose', (id) => `/dispose?itemID=${id}`],
  'no-contact': ['today.addContact', (id) => `/items/${id}?edit`],
};

function Task({ task }: { task: Work }) {
  const { kind, count, records } = task;
  const button = BUTTONS[kind];
  return (
    <section id={kind} class="task">
      <h2>
        {t(`task.${kind}`)} <span class="count">{count}</span>
      </h2>
      <ul class="rows">
        {records.map((record) =>
          isRequest(record) ? (
            <RequestRow key={record.ID} request={record} />
          ) : (
            <ItemRow key={record.ID} item={record} since={record.updatedAt}>
              {button && (
                <Link class="button" href={button[1](record.ID)}>
                  {t(button[0])}
                </Link>
              )}
            </ItemRow>
          ),
        )}
      </ul>
      {count > records.length && <p class="facts">{t('today.more', { count: count - records.length })}</p>}
    </section>
  );
}

function isRequest(record: ItemRecord | RequestRecord): record is RequestRecord {
  return 'requestNumber' in record;
}
