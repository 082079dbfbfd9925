import { useState } from 'preact/hooks';
import type { ConnectionRecord } from '#client';
import { useLocations } from '../../data/records.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { NONE, Options } from '../../parts/options.js';
import { t } from '../../texts/texts.js';
import { PROVIDERS, type ProviderName, type Setting } from './providers.js';

/** The fields that a connection is made of. @param props.connection as it is; none for a new one */
export function ConnectionFields({ provider, connection }: { provider: ProviderName; connection?: ConnectionRecord }) {
  const { settings, map, title } = PROVIDERS[provider];
  const all = useLocations().data ?? [];
  const known = connection?.settings ?? {};
  return (
    <>
      <Field label={t('guestPage.name')} path="name">
        <input name="name" required maxLength={255} defaultValue={connection?.name ?? (provider === 'mail' ? '' : title)} />
      </Field>
      {settings.map((one) => (
        <SettingField key={one.name} setting={one} value={known[one.name]} isNew={!connection} />
      ))}
      {map && (
        <Mapping
          name={map.name}
          word={map.word}
          given={(known[map.name] ?? {}) as Record<string, string>}
          unmapped={connection?.unmapped ?? []}
        />
      )}
      {all.length > 1 && (
        <fieldset>
          <legend>{t('connections.for')}</legend>
          {all.map(({ locationID, name }) => (
            <label key={locationID} class="check">
              <input
                type="checkbox"
                name="locationIDs"
                value={locationID}
                defaultChecked={connection?.locationIDs?.includes(locationID) ?? false}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
          <small>{t('connections.forHint')}</small>
        </fieldset>
      )}
    </>
  );
}

/** A setting. A secret is not shown: it stays as it is where nothing is entered. */
function SettingField({ setting, value, isNew }: { setting: Setting; value: unknown; isNew: boolean }) {
  const { name, label, isSecret, isOptional, type, among, example } = setting;
  const isKept = isSecret && value !== undefined;
  const common = { name: `settings.${name}`, required: !isOptional && (isNew || !isKept), dir: 'ltr' as const };
  return (
    <Field
      label={typeof label === 'string' ? t(label) : label.word}
      path={`settings.${name}`}
      hint={isKept ? t('connections.kept') : undefined}
    >
      {among ? (
        <select name={common.name}>
          <Options of={[NONE, ...among.map((one) => [one, one] as const)]} chosen={String(value ?? '')} />
        </select>
      ) : (
        <input
          {...common}
          type={isSecret ? 'password' : (type ?? 'text')}
          autocomplete={isSecret ? 'new-password' : 'off'}
          autocapitalize="none"
          spellcheck={false}
          placeholder={isKept ? String(value) : example}
          defaultValue={isSecret ? '' : String(value ?? '')}
        />
      )}
    </Field>
  );
}

/** The Location that each of the provider's names stands for. @param props.unmapped those that the provider has and nobody has named */
function Mapping(props: { name: string; word: string; given: Record<string, string>; unmapped: readonly string[] }) {
  const unnamed = props.unmapped.filter((id) => !(id in props.given)).map((id) => [id, ''] as const);
  const [rows, setRows] = useState<(readonly [id: string, locationID: string])[]>(() => {
    const all = [...Object.entries(props.given), ...unnamed];
    return all.length > 0 ? all : [['', '']];
  });
  const locations = (useLocations().data ?? []).map(({ locationID, name }) => [locationID, name] as const);
  const change = (index: number, row: readonly [string, string]) => setRows(rows.map((one, at) => (at === index ? row : one)));
  return (
    <fieldset>
      <legend>{t('connections.which')}</legend>
      {rows.map(([id, locationID], index) => (
        <div key={index} class="rate">
          <Field label={props.word} path={`settings.${props.name}.${id}`}>
            <input
              name="map.id"
              dir="ltr"
              value={id}
              spellcheck={false}
              onInput={({ currentTarget: { value } }) => change(index, [value, locationID])}
            />
          </Field>
          <Field label={t('find.location')}>
            <select name="map.location" onChange={({ currentTarget: { value } }) => change(index, [id, value])}>
              <Options of={[NONE, ...locations]} chosen={locationID} />
            </select>
          </Field>
          <Button class="quiet" onClick={() => setRows(rows.filter((_, at) => at !== index))}>
            {t('photo.remove')}
          </Button>
        </div>
      ))}
      <Button onClick={() => setRows([...rows, ['', '']])}>{t('people.add')}</Button>
    </fieldset>
  );
}

/** The connection that was entered; secrets that were not are left out, and stay as they are. */
export function connectionIn(given: FormData, provider: ProviderName) {
  const { settings, map } = PROVIDERS[provider];
  const entered = settings.flatMap(({ name, type }) => {
    const text = String(given.get(`settings.${name}`) ?? '').trim();
    return text === '' ? [] : [[name, type === 'number' ? Number(text) : text] as const];
  });
  const [ids, places] = ['map.id', 'map.location'].map((name) => given.getAll(name).map((value) => String(value).trim()));
  const named = ids!.map((id, index) => [id, places![index]!] as const).filter(([id, place]) => id !== '' && place !== '');
  const locationIDs = given.getAll('locationIDs').map(String);
  return {
    name: String(given.get('name')).trim(),
    locationIDs: locationIDs.length > 0 ? locationIDs : null,
    settings: { ...Object.fromEntries(entered), ...(map && { [map.name]: Object.fromEntries(named) }) },
  };
}
