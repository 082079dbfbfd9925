import { useRef } from 'preact/hooks';
import { handlings } from '../data/choices.js';
import { useColors, usePlaceChoices } from '../data/records.js';
import { Field } from '../parts/field.js';
import { NONE, Options } from '../parts/options.js';
import { pageOf, Scan } from '../parts/scan.js';
import { named, t } from '../texts/texts.js';

/** The optional fields of a find. */
export function More({ locationID, handling }: { locationID: string | undefined; handling: string }) {
  const places = usePlaceChoices(locationID);
  const shelf = useRef<HTMLSelectElement>(null);
  const colors = useColors().data ?? [];
  return (
    <details class="more">
      <summary>{t('register.more')}</summary>
      {places.length > 0 && (
        <div class="beside">
          <Field label={t('find.place')}>
            <select name="storagePlaceID" ref={shelf}>
              <Options of={[NONE, ...places]} />
            </select>
          </Field>
          <Scan
            onRead={(code) => {
              shelf.current!.value = new URLSearchParams(pageOf(code)?.split('?')[1]).get('storagePlaceID') ?? '';
            }}
          />
        </div>
      )}
      {colors.length > 0 && (
        <fieldset class="colors">
          <legend>{t('fact.colors')}</legend>
          {colors.map(({ ID, value }) => (
            <label key={ID} title={named('color', ID)}>
              <input type="radio" name="color" value={ID} aria-label={named('color', ID)} />
              <span style={{ '--color': value }} />
            </label>
          ))}
        </fieldset>
      )}
      <Field label={t('fact.brand')}>
        <input name="brand" maxLength={100} />
      </Field>
      <Field label={t('fact.hiddenMark')} hint={t('register.markHint')}>
        <input name="hiddenMark" maxLength={500} />
      </Field>
      <Field label={t('fact.handling')}>
        <select name="handling" key={handling}>
          <Options of={handlings()} chosen={handling} />
        </select>
      </Field>
      <Field label={t('fact.foundBy')}>
        <input name="foundBy" maxLength={100} />
      </Field>
    </details>
  );
}
