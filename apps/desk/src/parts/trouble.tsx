import { useEffect, useRef } from 'preact/hooks';
import type { FieldProblem } from '#client';
import { fieldName } from '../data/fields.js';
import { Problem } from '../session/problem.js';
import { say, toasts } from '../texts/say.js';
import { named, t } from '../texts/texts.js';
import { Changes } from './changes.js';

/** A code of the service in words of the desk; never the code itself. */
export function problemText(code: string): string {
  const text = named('problem', code);
  return text === code ? t('trouble.unknown') : text;
}

/** An error, in words of the desk. */
export function textOf(error: unknown): string {
  if (!(error instanceof Problem)) return t('trouble.unknown');
  const fields = error.meanwhile.map(({ field }) => fieldName(field));
  return [problemText(error.code), fields.join(', ')].filter(Boolean).join(' ');
}

/** Shows the error of what was begun without a place of its own for it; one that is being shown already is not repeated. */
export function sayTrouble(error: unknown): void {
  const text = textOf(error);
  if (!toasts.get().some((one) => one.text === text)) say(text);
}

/** The error of a field, without the field's name. */
export function wrongText({ code }: Pick<FieldProblem, 'code'>): string {
  const text = named('wrong', code);
  return text === code ? t('wrong.not_allowed') : text;
}

export function Trouble({ error }: { error: unknown }) {
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => here.current?.scrollIntoView({ block: 'nearest' }), [error]);
  if (!error) return null;
  const { fields, meanwhile } = error instanceof Problem ? error : { fields: [], meanwhile: [] };
  return (
    <div class="trouble" role="alert" ref={here}>
      <p>{error instanceof Problem ? problemText(error.code) : t('trouble.unknown')}</p>
      {error instanceof Problem && error.code === 'carrier_refused' && <p lang="">{error.detail}</p>}
      <Changes of={meanwhile} />
      {fields.length > 0 && (
        <ul>
          {fields.map((one) => (
            <li key={one.field}>
              {fieldName(one.field)}
              {t('colon')} {wrongText(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
