import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOf, Problem } from '../session/problem.js';
import { t } from '../texts/texts.js';
import { Dialog } from './dialog.js';
import { type EditField, givenFor, Input, textOf, type Value, valueIn } from './edit-field.js';
import { wrongIn } from './field.js';
import { Trouble } from './trouble.js';

interface Read<Record> {
  data: Record;
  etag: string;
}

/**
 * Changes fields of a record. Where somebody else was faster, both values are shown, and one of them is chosen.
 * @param props.send sends what differs, as a change of the version; @throws Problem
 * @param props.take shows the record as somebody else left it
 * @param props.open at once, with the focus in this field
 */
export function Edit<Record extends object>(props: {
  record: Record;
  etag: string;
  fields: readonly EditField[];
  send: (body: object, etag: string) => Promise<unknown>;
  read: () => Parameters<typeof answerOf<Record>>[0];
  take: (now: Read<Record>) => void;
  open?: string | undefined;
}) {
  const { fields } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState<unknown>(null);
  /** As it was when the dialog was opened: what arrives meanwhile takes nothing from under the hands. */
  const [before, setBefore] = useState<Read<Record> | null>(null);
  const [conflict, setConflict] = useState<{ changed: Map<EditField, Value>; now: Read<Record> } | null>(null);

  function open() {
    setError(null);
    setBefore({ data: props.record, etag: props.etag });
    dialog.current?.showModal();
  }
  const close = () => dialog.current?.close();
  const closed = () => {
    setBefore(null);
    setConflict(null);
  };

  useEffect(() => void (props.open && open()), []);
  useEffect(() => {
    if (before) dialog.current?.querySelector<HTMLInputElement>(`[name="${props.open ?? fields[0]!.path}"]`)?.focus();
  }, [before]);

  async function save(changed: Map<EditField, Value>, version: string) {
    setError(null);
    try {
      if (changed.size > 0) await props.send(bodyOf(changed), version);
      close();
    } catch (cause) {
      if (!(cause instanceof Problem) || cause.status !== 412) return setError(cause);
      setConflict({ changed, now: await answerOf(props.read()) });
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const { data, etag } = before!;
    const given = fields.map((field) => [field, givenFor(form, field)] as const);
    void save(new Map(given.filter(([field, value]) => String(value ?? '') !== String(valueIn(data, field) ?? ''))), etag);
  }

  return (
    <>
      <button type="button" onClick={open}>
        {t('item.edit')}
      </button>
      <Dialog dialog={dialog} title={t('item.edit')} onClose={closed}>
        <Trouble error={error} />
        {conflict ? (
          <Conflict
            changed={conflict.changed}
            theirs={conflict.now.data}
            keep={() => void save(conflict.changed, conflict.now.etag)}
            leave={() => {
              props.take(conflict.now);
              close();
            }}
          />
        ) : before ? (
          <form onSubmit={submit}>
            {fields.map((field) => (
              <Input key={field.path} field={field} value={valueIn(before.data, field)} wrong={wrongIn(error, field.path)} />
            ))}
            <button type="submit" class="primary wide">
              {t('item.save')}
            </button>
          </form>
        ) : null}
      </Dialog>
    </>
  );
}

function Conflict(props: { changed: Map<EditField, Value>; theirs: object; keep: () => void; leave: () => void }) {
  return (
    <div class="conflict" role="alert">
      <p>{t('conflict.text')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {[...props.changed].map(([field, value]) => (
            <tr key={field.path}>
              <th scope="row">{t(field.label)}</th>
              <td>{textOf(field, valueIn(props.theirs, field))}</td>
              <td>{textOf(field, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        <button type="button" onClick={props.leave}>
          {t('conflict.leave')}
        </button>
        <button type="button" class="primary" onClick={props.keep}>
          {t('conflict.keep')}
        </button>
      </div>
    </div>
  );
}

/** The body of a change: what differs, a part's fields below its name. */
function bodyOf(changed: Map<EditField, Value>): object {
  const body: { [name: string]: unknown } = {};
  for (const [{ path }, value] of changed) {
    const [part, name] = path.split('.') as [string, string?];
    body[part] = name ? { ...(body[part] as object), [name]: value } : value;
  }
  return body;
}
