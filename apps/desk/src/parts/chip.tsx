import { useLocations } from '../data/records.js';
import { t } from '../texts/texts.js';
import { Options } from './options.js';

/** A filter, a list of the browser. @param props.isNeeded whether one of them is always chosen */
export function Chip(props: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  isNeeded?: boolean;
  choose: (value: string) => void;
}) {
  if (props.options.length === 0) return null;
  return (
    <select
      aria-label={props.label}
      class={props.value && !props.isNeeded ? 'chip chosen' : 'chip'}
      value={props.value}
      onChange={(event) => props.choose(event.currentTarget.value)}
    >
      <Options of={[...(props.isNeeded ? [] : [[null, props.label] as const]), ...props.options]} chosen={props.value} />
    </select>
  );
}

/** The Location of a view; nothing for a person who has only one. */
export function LocationChip(props: { value: string | undefined; isNeeded?: boolean; choose: (locationID: string) => void }) {
  const all = useLocations().data ?? [];
  const options = all.map(({ locationID, name }) => [locationID, name] as const);
  if (options.length < 2) return null;
  return <Chip {...props} label={t('find.location')} value={props.value ?? ''} options={options} />;
}
