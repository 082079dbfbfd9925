import { handlings } from '../../data/choices.js';
import { useColors } from '../../data/records.js';
import { Field } from '../../parts/field.js';
import { NONE, Options } from '../../parts/options.js';
import { Scan } from '../../parts/scan.js';
import { shelfRead, useShelves } from '../../parts/shelves/shelves.js';
import { say } from '../../texts/say.js';
import { named, t } from '../../texts/texts.js';
import type { SetValues, Values } from './values.js';

/** The optional fields of a find. */
export function More({ locationID, values, set }: { locationID: string | undefined; values: Values; set: SetValues }) {
  const shelves = useShelves(locationID);
  const choose = (code: string) => {
    const shelf = shelfRead({ text: code, typed: code, isScanned: true }, shelves);
    if (shelf) set({ storagePlaceID: String(shelf.ID) });
    else say(t('shelf.unknown', { code }));
  };
  const colors = useColors().data ?? [];
  const text = (name: 'brand' | 'hiddenMark' | 'foundBy', maxLength: number) => (
    <input
      name={name}
      maxLength={maxLength}
      value={values[name] ?? ''}
      onInput={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <details class="more">
      <summary>{t('register.more')}</summary>
      {shelves.length > 0 && (
        <div class="beside">
          <Field label={t('find.place')}>
            <select
              name="storagePlaceID"
              value={values.storagePlaceID ?? ''}
              onChange={(event) => set({ storagePlaceID: event.currentTarget.value })}
            >
              <Options
                of={[NONE, ...shelves.map(({ ID, path }) => [ID, path] as const)]}
                chosen={values.storagePlaceID ?? null}
              />
            </select>
          </Field>
          <Scan onRead={choose} />
        </div>
      )}
      {colors.length > 0 && (
        <fieldset class="colors">
          <legend>{t('fact.colors')}</legend>
          {colors.map(({ ID, value }) => (
            <label key={ID} title={named('color', ID)}>
              <input
                type="radio"
                name="color"
                value={ID}
                aria-label={named('color', ID)}
                checked={values.color === ID}
                onChange={() => set({ color: ID })}
              />
              <span style={{ '--color': value }} />
            </label>
          ))}
        </fieldset>
      )}
      <Field label={t('fact.brand')}>{text('brand', 100)}</Field>
      <Field label={t('fact.hiddenMark')} hint={t('register.markHint')}>
        {text('hiddenMark', 500)}
      </Field>
      <Field label={t('fact.handling')}>
        <select name="handling" onChange={(event) => set({ handling: event.currentTarget.value })}>
          <Options of={handlings()} chosen={values.handling ?? null} />
        </select>
      </Field>
      <Field label={t('fact.foundBy')}>{text('foundBy', 100)}</Field>
    </details>
  );
}
