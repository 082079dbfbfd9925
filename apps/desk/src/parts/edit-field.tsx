import { fieldName } from '../data/fields.js';
import { t } from '../texts/texts.js';
import { Field } from './field.js';
import { Options } from './options.js';

export type Value = string | number | null | readonly string[];
type Choice = readonly [value: string | number | null, text: string];

/** A field that a person may change: its path in the record (`owner.email`), by which it is named, and how it is entered. */
export interface EditField {
  path: string;
  /** One of these; with `many`, any of them. Without choices it is a text. */
  choices?: readonly Choice[];
  many?: boolean;
  lines?: boolean;
  date?: boolean;
}

/** A field's control, with its value. */
export function Input({ field, value }: { field: EditField; value: Value }) {
  const { path, choices, many, lines, date } = field;
  const label = fieldName(path);
  if (many) {
    const chosen = value as readonly string[];
    return (
      <details class="many">
        <summary>
          {label}
          {t('colon')} {textOf(field, value)}
        </summary>
        {choices?.map(([one, text]) => (
          <label key={one}>
            <input type="checkbox" name={path} value={String(one)} defaultChecked={chosen.includes(String(one))} /> {text}
          </label>
        ))}
      </details>
    );
  }
  const current = String(value ?? '');
  return (
    <Field label={label} path={path}>
      {choices ? (
        <select name={path}>
          <Options of={choices} chosen={current} />
        </select>
      ) : lines ? (
        <textarea name={path} rows={2} defaultValue={current} />
      ) : (
        <input name={path} type={date ? 'date' : 'text'} defaultValue={current} />
      )}
    </Field>
  );
}

/** The value of the field in a record. */
export function valueIn(record: object, { path }: EditField): Value {
  const value = path.split('.').reduce<unknown>((part, name) => (part as { [name: string]: unknown } | null)?.[name], record);
  return (value as Value | undefined) ?? null;
}

/** The value of the field in a form. */
export function givenFor(form: FormData, { path, choices, many }: EditField): Value {
  if (many) return form.getAll(path).map(String);
  const given = String(form.get(path) ?? '').trim();
  const choice = choices?.find(([one]) => String(one ?? '') === given);
  return choice ? choice[0] : given || null;
}

/** The value as a person reads it. */
export function textOf({ choices }: EditField, value: Value): string {
  const texts = (Array.isArray(value) ? value : [value]).map(
    (one) => choices?.find(([choice]) => choice === one)?.[1] ?? one ?? '',
  );
  return texts.join(', ') || '–';
}
