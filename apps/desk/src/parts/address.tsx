import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { type ItemRecord, listCountries, type OwnerAddressRequest, type OwnerRecord } from '#client';
import { nameOf, useLocations } from '../data/records.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { country } from '../texts/format.js';
import { type TextKey, t } from '../texts/texts.js';
import { Field } from './field.js';
import { textIn } from './form.js';
import { NONE, Options } from './options.js';
import { sayTrouble } from './trouble.js';

const LINES: readonly (readonly [name: Exclude<keyof OwnerAddressRequest, 'countryID' | 'phoneNumber'>, label: TextKey])[] = [
  ['recipient', 'address.recipient'],
  ['companyName', 'address.company'],
  ['address', 'address.street'],
  ['address2', 'address.street2'],
  ['zipCode', 'address.zip'],
  ['city', 'address.city'],
  ['state', 'address.state'],
];

/** The fields of the address that something is sent to. @param props.path what they are below in what is sent */
export function AddressFields({ owner, path }: { owner: OwnerRecord; path: string }) {
  const { address } = owner;
  return (
    <div class="address">
      {LINES.map(([name, label]) => (
        <Field key={name} label={t(label)} path={`${path}.${name}`}>
          <input
            name={name}
            maxLength={255}
            required={name === 'address' || name === 'city'}
            defaultValue={address?.[name] ?? (name === 'recipient' ? nameOf(owner) : '')}
          />
        </Field>
      ))}
      <CountryField
        label={t('address.country')}
        path={`${path}.countryID`}
        name="countryID"
        chosen={address?.countryID}
        required
      />
    </div>
  );
}

/** A country, among all. @param props.path of the field in what is sent */
export function CountryField(props: {
  label: string;
  path: string;
  name: string;
  chosen?: string | null | undefined;
  required?: boolean;
}) {
  const { data = [] } = useQuery({
    queryKey: ['countries'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask(listCountries({ client })),
  });
  const countries = data.map(({ ID }) => [ID, country(ID)] as const).sort(([, one], [, other]) => one.localeCompare(other));
  return (
    <Field label={props.label} path={props.path}>
      <select name={props.name} key={data.length} required={props.required ?? false}>
        <Options of={[NONE, ...countries]} chosen={props.chosen ?? null} />
      </select>
    </Field>
  );
}

export function addressIn(given: FormData): OwnerAddressRequest {
  const lines = LINES.map(([name]) => [name, textIn(given, name)]);
  return { ...Object.fromEntries(lines), countryID: textIn(given, 'countryID') };
}

/** The name and address of an owner as on a parcel, once the writing of its country is loaded; only a name where no more is known. */
export function useParcelAddress({ owner, locationID }: Pick<ItemRecord, 'owner' | 'locationID'>): readonly string[] {
  const { address } = owner;
  const [lines, setLines] = useState<readonly string[]>([]);
  const from = useLocations().data?.find((one) => one.locationID === locationID)?.address.countryID;
  useEffect(() => {
    if (address) import('./postal.js').then(({ postalLines }) => setLines(postalLines(address)), sayTrouble);
  }, [JSON.stringify(address)]);
  const to = address?.countryID;
  const all = [address?.recipient ?? nameOf(owner), address?.companyName, ...(address ? lines : []), to && countryFor(to, from)];
  return all.filter((line): line is string => Boolean(line));
}

/**
 * A country as those who carry a parcel read it, whatever the language of the desk: within the country in its own language where that is
 * written in Latin letters, else in English, as the Universal Postal Union has it.
 */
function countryFor(to: string, from: string | undefined): string {
  const { language, script } = new Intl.Locale(`und-${to}`).maximize();
  return country(to, to === from && script === 'Latn' ? language : 'en');
}
