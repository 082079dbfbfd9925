import { Problem } from '../session/problem.js';
import { named, t } from '../texts/texts.js';

/** An error, in words of the desk. */
export function textOf(error: unknown): string {
  if (!(error instanceof Problem)) return t('trouble.unknown');
  const text = named('problem', error.code);
  return text === error.code ? error.detail || t('trouble.unknown') : text;
}

export function Trouble({ error }: { error: unknown }) {
  if (!error) return null;
  const fields = error instanceof Problem ? error.fields : [];
  return (
    <div class="trouble" role="alert">
      <p>{textOf(error)}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, message }) => (
            <li key={field}>
              {field}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
