import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { askForRequestDetails, getRequest, type RequestRecord, unmatchRequest } from '#client';
import { useLive } from '../../data/live.js';
import { changed, useItem } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { doFinally, useDeedsOf, WaitingDeed } from '../../parts/deeds.js';
import { FactList } from '../../parts/facts.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { Page } from '../../parts/page.js';
import { pictureAt } from '../../parts/photo.js';
import { ItemRow } from '../../parts/rows.js';
import { Status } from '../../parts/status.js';
import { Timeline } from '../../parts/timeline.js';
import { Trouble } from '../../parts/trouble.js';
import { answerOf } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { calendarDay, moment } from '../../texts/format.js';
import { named, t } from '../../texts/texts.js';
import { Candidates } from './candidates.js';
import { EditRequest, useColleagues } from './edit.js';

/** A guest's search, and the items it may be. */
export function RequestView({ id }: { id: string }) {
  useLive();
  const requestID = Number(id);
  const key = ['request', requestID];
  const queries = useQueryClient();
  const read = useQuery({ queryKey: key, queryFn: () => answerOf(getRequest({ client, path: { requestID } })) });
  const deeds = useDeedsOf(['not-found'], requestID);
  if (!read.data) {
    return (
      <Page title={t('request.title')} wide back>
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
  const reading = () => getRequest({ client, path: { requestID } });
  /** Sends a change and shows what it came to. */
  const change = async (call: Parameters<typeof answerOf<RequestRecord>>[0]) => show(await changed(call, request, reading, show));
  const question = (given: FormData) =>
    change(askForRequestDetails({ ...to, body: { question: textIn(given, 'question') ?? '' } }));
  /** Waits as long as it can be undone, since the guest gets a message at once. */
  const close = () => doFinally({ kind: 'not-found', id: requestID, title: request.request, etag, before: request });
  const edit = <EditRequest request={request} etag={etag} take={show} send={change} />;
  const isOpen = deeds.length === 0 && (request.status === 'registered' || request.status === 'waiting-guest-response');
  return (
    <Page title={request.request} wide back actions={may('requests.edit') && edit}>
      <p class="under-title">
        {t('request.number', { id: request.requestNumber })} <Status value={request.status} />
      </p>
      {deeds.map((deed) => (
        <WaitingDeed key={deed.key} deed={deed} />
      ))}
      <div class="columns">
        <div>
          {request.imageUrl && (
            <img class="large" src={pictureAt(request.imageUrl)} alt={t('photo.of', { item: request.request })} />
          )}
          <RequestFacts request={request} />
          {request.askForDetails && (
            <blockquote>
              <p>{request.askForDetails.question}</p>
              <p>
                <strong>{request.askForDetails.answer ?? t('request.noAnswer')}</strong>
              </p>
            </blockquote>
          )}
          {isOpen && may('requests.edit') && (
            <>
              <Form name="question" class="inline" isReset send={question}>
                <Field label={t('request.ask')} path="question">
                  <input name="question" required maxLength={1000} />
                </Field>
                <Button type="submit">{t('owner.send')}</Button>
              </Form>
              <Button onClick={close}>{t('request.notFound')}</Button>
            </>
          )}
        </div>
        <div>
          {request.matchedItemID !== null && (
            <section>
              <h2>{t('request.matched')}</h2>
              <Matched itemID={request.matchedItemID} />
              {may('requests.edit') && <Button onClick={() => change(unmatchRequest(to))}>{t('request.unmatch')}</Button>}
            </section>
          )}
          {isOpen && <Candidates request={request} etag={etag} change={change} />}
          <Timeline
            subject="requests"
            id={requestID}
            locationID={request.locationID}
            email={request.owner.email}
            version={request.updatedAt}
          />
        </div>
      </div>
    </Page>
  );
}

function RequestFacts({ request }: { request: RequestRecord }) {
  const { owner } = request;
  const colleagues = useColleagues(request);
  return (
    <FactList
      of={[
        [t('owner.title'), owner.name],
        [t('owner.email'), owner.email && <a href={`mailto:${owner.email}`}>{owner.email}</a>],
        [
          t('owner.phone'),
          owner.phoneNumber && (
            <a href={`tel:${owner.phoneNumber}`} dir="ltr">
              {owner.phoneNumber}
            </a>
          ),
        ],
        [t('request.where'), request.location],
        [t('request.left'), request.departuredDate && calendarDay(request.departuredDate)],
        [t('fact.colors'), request.colors.map((one) => named('color', one)).join(', ')],
        [t('fact.category'), request.categories.map((one) => named('thing', one)).join(', ')],
        [t('request.made'), moment(request.createdAt, request.locationID)],
        [t('fact.notes'), request.internalNotes],
        [t('request.assigned'), colleagues.find(([ID]) => ID === request.assignedTo)?.[1]],
      ]}
    />
  );
}

/** The item that was found, as soon as it is known. */
function Matched({ itemID }: { itemID: number }) {
  const { data } = useItem(itemID);
  return <ul class="rows">{data && <ItemRow item={data.data} />}</ul>;
}
