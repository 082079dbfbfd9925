import { fieldName, fieldValue } from '../data/fields.js';
import { type Meanwhile, SILENT } from '../session/meanwhile.js';
import { t } from '../texts/texts.js';

/** The changed fields, each from what to what. @param props.known names of the records that a field may have the ID of, by both */
export function Changes({ of, known = new Map() }: { of: readonly Meanwhile[]; known?: ReadonlyMap<string, string> }) {
  const changes = of.filter(({ field }) => !SILENT.includes(field));
  if (changes.length === 0) return null;
  return (
    <ul class="changes">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {fieldName(field)}
          {isShort(from) && isShort(to) && (
            <>
              {t('colon')} <del>{fieldValue(field, from, known)}</del> <ins>{fieldValue(field, to, known)}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whether a value reads in a line: no list of photos. */
function isShort(value: unknown): boolean {
  return Array.isArray(value) ? value.every((one) => typeof one === 'string') : typeof value !== 'object' || value === null;
}
