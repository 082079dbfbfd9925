import { getRequest, type RequestRecord, updateRequest } from '#client';
import { categories, colors } from '../../data/choices.js';
import { useUsers } from '../../data/records.js';
import { Edit } from '../../parts/edit.js';
import type { EditField } from '../../parts/edit-field.js';
import type { answerOf } from '../../session/problem.js';
import { client, session } from '../../session/session.js';
import { t } from '../../texts/texts.js';

/** Changes what a guest reported, the notes on it and who sees to it. @param props.take shows a newer record */
export function EditRequest(props: {
  request: RequestRecord;
  etag: string;
  take: (now: Awaited<ReturnType<typeof answerOf<RequestRecord>>>) => void;
  send: (call: Parameters<typeof answerOf<RequestRecord>>[0]) => Promise<unknown>;
}) {
  const { request, etag } = props;
  const path = { requestID: request.ID };
  const fields: readonly EditField[] = [
    { path: 'request', lines: true },
    { path: 'location' },
    { path: 'departuredDate', date: true },
    { path: 'categories', choices: categories(), many: true },
    { path: 'colors', choices: colors(), many: true },
    { path: 'owner.name' },
    { path: 'owner.email' },
    { path: 'owner.phoneNumber' },
    { path: 'internalNotes', lines: true },
    { path: 'assignedTo', choices: [[null, '–'], ...useColleagues(request)] },
  ];
  return (
    <Edit
      record={request}
      etag={etag}
      fields={fields}
      send={(body, version) => props.send(updateRequest({ client, path, headers: { 'If-Match': version }, body }))}
      read={() => getRequest({ client, path })}
      take={props.take}
    />
  );
}

/** The users a Request may be assigned to: all of its Location for one who may read them; else oneself, and the present one. */
export function useColleagues({ locationID, assignedTo }: RequestRecord): (readonly [ID: number, name: string])[] {
  const now = session.use();
  const me = now.kind === 'in' ? now.me.user : null;
  const { data } = useUsers(locationID);
  const known = (data?.filter(({ state }) => state === 'active') ?? (me ? [me] : [])).map(
    ({ ID, username }) => [ID, username] as const,
  );
  const isKnown = assignedTo === null || known.some(([ID]) => ID === assignedTo);
  return isKnown ? known : [...known, [assignedTo, t('request.colleague', { id: assignedTo })]];
}
