import { useEffect, useRef } from 'preact/hooks';
import type { FieldProblem } from '#client';
import { fieldName } from '../data/fields.js';
import { Problem } from '../session/problem.js';
import { named, t } from '../texts/texts.js';

/** An error, in words of the desk. */
export function textOf(error: unknown): string {
  if (!(error instanceof Problem)) return t('trouble.unknown');
  const text = named('problem', error.code);
  return text === error.code ? error.detail || t('trouble.unknown') : text;
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
  const fields = error instanceof Problem ? error.fields : [];
  return (
    <div class="trouble" role="alert" ref={here}>
      <p>{textOf(error)}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map((one) => (
            <li key={one.field}>
              {fieldName(one.field)}: {wrongText(one)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
