import { useQuery } from '@tanstack/preact-query';
import { listCountries, type OwnerAddressRequest, type OwnerRecord } from '#client';
import { nameOf } from '../data/records.js';
import { Field } from '../parts/field.js';
import { textIn } from '../parts/form.js';
import { NONE, Options } from '../parts/options.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { country } from '../texts/format.js';
import { type TextKey, t } from '../texts/texts.js';

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
  const { data = [] } = useQuery({
    queryKey: ['countries'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => ask(listCountries({ client })),
  });
  const countries = data.map(({ ID }) => [ID, country(ID)] as const).sort(([, one], [, other]) => one.localeCompare(other));
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
      <Field label={t('address.country')} path={`${path}.countryID`}>
        <select name="countryID" key={data.length} required>
          <Options of={[NONE, ...countries]} chosen={address?.countryID ?? null} />
        </select>
      </Field>
    </div>
  );
}

export function addressIn(given: FormData): OwnerAddressRequest {
  const lines = LINES.map(([name]) => [name, textIn(given, name)]);
  return { ...Object.fromEntries(lines), countryID: textIn(given, 'countryID') };
}

/** The address as it stands on a parcel; only a name where it is not known. */
export function addressLines({ address, ...owner }: OwnerRecord): string[] {
  if (!address) return [nameOf(owner)].filter(Boolean);
  const lines = [
    address.recipient ?? nameOf(owner),
    address.companyName,
    address.address,
    address.address2,
    [address.zipCode, address.city, address.state].filter(Boolean).join(' '),
    address.countryID && country(address.countryID),
  ];
  return lines.filter((line): line is string => Boolean(line));
}
