import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { askForRequestDetails, changeRequestStatus, getRequest, type RequestRecord, unmatchRequest } from '#client';
import { Timeline } from '../item/timeline.js';
import { Field } from '../parts/field.js';
import { Page } from '../parts/page.js';
import { pictureAt } from '../parts/photo.js';
import { Status } from '../parts/status.js';
import { Trouble } from '../parts/trouble.js';
import { answerOf } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { calendarDay, moment } from '../texts/format.js';
import { named, t } from '../texts/texts.js';
import { useLive } from '../today/live.js';
import { Candidates } from './candidates.js';
import { EditRequest, useColleagues } from './edit.js';

/** A guest's search, and the items it may be. */
export function RequestView({ id }: { id: string }) {
  useLive();
  const requestID = Number(id);
  const key = ['request', requestID];
  const queries = useQueryClient();
  const read = useQuery({ queryKey: key, queryFn: () => answerOf(getRequest({ client, path: { requestID } })) });
  const [error, setError] = useState<unknown>(null);
  if (!read.data) {
    return (
      <Page title={t('request.title')} back>
        <Trouble error={read.error} />
      </Page>
    );
  }
  const { data: request, etag } = read.data;
  const to = { client, path: { requestID }, headers: { 'If-Match': etag } };
  const show = (now: typeof read.data) => {
    queries.setQueryData(key, now);
    for (const list of ['request', 'requests', 'candidates', 'timeline', 'items', 'tasks'])
      void queries.invalidateQueries({ queryKey: [list] });
  };
  /** Sends a change and shows what it came to. */
  const change = async (call: Parameters<typeof answerOf<RequestRecord>>[0]) => {
    setError(null);
    await answerOf(call).then(show, (cause: unknown) => {
      setError(cause);
      show(read.data);
    });
  };
  const edit = <EditRequest request={request} etag={etag} take={show} send={async (call) => show(await answerOf(call))} />;
  const isOpen = request.status === 'registered' || request.status === 'waiting-guest-response';
  return (
    <Page title={request.request} wide back actions={may('requests.edit') && edit}>
      <p class="under-title">
        {t('request.number', { id: request.requestNumber })} <Status value={request.status} />
      </p>
      <Trouble error={error} />
      <div class="columns">
        <div>
          {request.imageUrl && (
            <img class="large" src={pictureAt(request.imageUrl)} alt={t('photo.of', { item: request.request })} />
          )}
          <dl class="facts-list">
            <Fact name={t('owner.title')} value={request.owner.name} />
            <Fact name={t('owner.email')} value={request.owner.email} />
            <Fact name={t('owner.phone')} value={request.owner.phoneNumber} />
            <Fact name={t('request.where')} value={request.location} />
            <Fact name={t('request.left')} value={request.departuredDate && calendarDay(request.departuredDate)} />
            <Fact name={t('fact.colors')} value={request.colors.map((one) => named('color', one)).join(', ')} />
            <Fact name={t('fact.category')} value={request.categories.map((one) => named('thing', one)).join(', ')} />
            <Fact name={t('request.made')} value={moment(request.createdAt)} />
            <Fact name={t('fact.notes')} value={request.internalNotes} />
            <Assigned request={request} />
          </dl>
          {request.askForDetails && (
            <blockquote>
              <p>{request.askForDetails.question}</p>
              <p>
                <strong>{request.askForDetails.answer ?? t('request.noAnswer')}</strong>
              </p>
            </blockquote>
          )}
          {isOpen && may('requests.edit') && (
            <Question send={(question) => change(askForRequestDetails({ ...to, body: { question } }))} />
          )}
          {isOpen && may('requests.edit') && (
            <button type="button" onClick={() => void change(changeRequestStatus({ ...to, body: { status: 'not-found' } }))}>
              {t('request.notFound')}
            </button>
          )}
        </div>
        <div>
          {request.matchedItemID !== null && (
            <section>
              <h2>{t('request.matched')}</h2>
              <p>
                <Link href={`/items/${request.matchedItemID}`}>{t('item.number', { id: request.matchedItemID })}</Link>
              </p>
              {may('requests.edit') && (
                <button type="button" onClick={() => void change(unmatchRequest(to))}>
                  {t('request.unmatch')}
                </button>
              )}
            </section>
          )}
          {isOpen && <Candidates request={request} etag={etag} change={change} />}
          <Timeline subject="requests" id={requestID} version={request.updatedAt} />
        </div>
      </div>
    </Page>
  );
}

function Assigned({ request }: { request: RequestRecord }) {
  const colleagues = useColleagues(request);
  return <Fact name={t('request.assigned')} value={colleagues.find(([ID]) => ID === request.assignedTo)?.[1] ?? null} />;
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Question({ send }: { send: (question: string) => Promise<void> }) {
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    await send(String(new FormData(form).get('question')));
    form.reset();
  }
  return (
    <form onSubmit={submit} class="inline">
      <Field label={t('request.ask')}>
        <input name="question" required maxLength={1000} />
      </Field>
      <button type="submit">{t('owner.send')}</button>
    </form>
  );
}
