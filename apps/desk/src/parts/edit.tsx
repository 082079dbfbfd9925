import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fieldName } from '../data/fields.js';
import { draftKey, writeDraft } from '../session/drafts.js';
import { answerOf, isOutdated } from '../session/problem.js';
import { type TextKey, t } from '../texts/texts.js';
import { Button } from './button.js';
import { DialogButton } from './dialog.js';
import { type EditField, givenFor, Input, textOf, type Value, valueIn } from './edit-field.js';
import { Form } from './form.js';
import { Trouble } from './trouble.js';

const FORM = 'edit';

interface Read<Record> {
  data: Record;
  etag: string;
}

interface Editing<Record extends object> {
  record: Record;
  etag: string;
  fields: readonly EditField[];
  /** Sends what differs, as a change of the version. @throws Problem */
  send: (body: object, etag: string) => Promise<unknown>;
  read: () => Parameters<typeof answerOf<Record>>[0];
  /** Shows the record as somebody else left it. */
  take: (now: Read<Record>) => void;
  /** Stands above the fields, and may fill some of them in, by their paths. */
  above?: ((fill: (values: ReadonlyMap<string, string | null>) => void) => ComponentChildren) | undefined;
}

/** Changes fields of a record. Where somebody else was faster, both values are shown, and one of them is chosen. */
export function Edit<Record extends object>(
  props: Editing<Record> & { text?: TextKey | undefined; class?: string; isOpen?: boolean },
) {
  const title = t(props.text ?? 'item.edit');
  return (
    <DialogButton text={title} title={title} class={props.class} isOpen={props.isOpen ?? false}>
      {(close) => <Fields {...props} close={close} />}
    </DialogButton>
  );
}

function Fields<Record extends object>(props: Editing<Record> & { close: () => void }) {
  const { fields, close } = props;
  /** As it was when the dialog was opened: what arrives meanwhile takes nothing from under the hands. */
  const before = useRef<Read<Record>>({ data: props.record, etag: props.etag }).current;
  const [conflict, setConflict] = useState<{ changed: Map<EditField, Value>; now: Read<Record> } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const inputs = useRef<HTMLDivElement>(null);
  /** The typed value stays until one of the values was chosen. */
  const settled = () => {
    writeDraft(draftKey(FORM));
    close();
  };

  async function save(changed: Map<EditField, Value>, version: string) {
    try {
      if (changed.size > 0) await props.send(bodyOf(changed), version);
      settled();
    } catch (cause) {
      if (isOutdated(cause)) setConflict({ changed, now: await answerOf(props.read()) });
      throw cause;
    }
  }

  if (conflict) {
    return (
      <>
        <Trouble error={error} />
        <Conflict
          changed={conflict.changed}
          theirs={conflict.now.data}
          keep={() => save(conflict.changed, conflict.now.etag).catch(setError)}
          leave={() => {
            props.take(conflict.now);
            settled();
          }}
        />
      </>
    );
  }
  return (
    <Form
      name={FORM}
      send={(given) => {
        const entered = fields.map((field) => [field, givenFor(given, field)] as const);
        const differs = ([field, value]: (typeof entered)[number]) =>
          String(value ?? '') !== String(valueIn(before.data, field) ?? '');
        return save(new Map(entered.filter(differs)), before.etag);
      }}
    >
      {props.above?.((values) => fillIn(inputs.current!, values))}
      <div ref={inputs}>
        {fields.map((field) => (
          <Input key={field.path} field={field} value={valueIn(before.data, field)} />
        ))}
      </div>
      <Button type="submit" class="primary wide">
        {t('item.save')}
      </Button>
    </Form>
  );
}

function Conflict(props: { changed: Map<EditField, Value>; theirs: object; keep: () => unknown; leave: () => void }) {
  return (
    <div role="alert">
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
              <th scope="row">{fieldName(field.path)}</th>
              <td>{textOf(field, valueIn(props.theirs, field))}</td>
              <td>{textOf(field, value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="buttons">
        <Button onClick={props.leave}>{t('conflict.leave')}</Button>
        <Button class="primary" onClick={props.keep}>
          {t('conflict.keep')}
        </Button>
      </div>
    </div>
  );
}

/** Enters values as if they were typed. */
function fillIn(inputs: HTMLElement, values: ReadonlyMap<string, string | null>): void {
  for (const input of inputs.querySelectorAll('input')) {
    if (!values.has(input.name)) continue;
    input.value = values.get(input.name) ?? '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
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
