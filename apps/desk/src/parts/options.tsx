type Value = string | number | null;

/** The options of a list. A list knows no `defaultValue` in Preact: the option that is chosen at first says so itself. */
export function Options({ of, chosen = '' }: { of: readonly (readonly [value: Value, text: string])[]; chosen?: Value }) {
  return (
    <>
      {of.map(([value, text]) => (
        <option key={value} value={value ?? ''} selected={String(value ?? '') === String(chosen ?? '')}>
          {text}
        </option>
      ))}
    </>
  );
}

/** The option of a list for nothing. */
export const NONE = [null, '–'] as const;
