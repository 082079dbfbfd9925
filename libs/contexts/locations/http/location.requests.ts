import { COUNTRY_CODES, canonicalZone, isSubdivision } from '#contexts/reference';
import { Choice, CountryCode, Email, EmailList, Integer, Part, Phone, StateOfCountry, Text, TimeZone } from '#platform/http';

const DAYS = 3650;
const RECEPTION = 'Reception';
const STATE = 'Only for AU, CA and US: the ISO 3166-2 subdivision code without its prefix.';
const STORAGE_AFTER =
  'Extra days to collect an item, for a guest who responds within the regular storage time. With 1 regular and 7 extra days the ' +
  'guest may respond during day 1 and then has 7 days to collect; without action the item expires after day 1.';
const INTRUCTIONS = 'Instructions for the driver who picks up packages. The field name is spelled `pickupIntructions`.';

const ZONE = {
  nullable: true,
  example: null,
  beyond: true,
  description:
    'Time zone whose days count there: a name or alias of the tz database, such as `Europe/Amsterdam`. Null: that of the country, of ' +
    'AU, CA and US of the state; of a country with several, that of its capital.',
};

/** The street address on creation (api-v2.md, Location). */
@StateOfCountry(isSubdivision)
export class NewAddress {
  @Text({ required: true, description: 'Street', example: 'Keizersgracht' }) address!: string;
  @Text({ required: true, description: 'House number', example: '148' }) addressNumber!: string;
  @Text({ required: true, example: 'Amsterdam', description: 'City' }) city!: string;
  @CountryCode(COUNTRY_CODES, { required: true, description: 'Alpha-2 code of the countries list' }) countryID!: string;
  @Text({ nullable: true, description: STATE, example: null }) state?: string | null;
  @Text({ required: true, example: '1015 CX', description: 'Postal code' }) zipCode!: string;
}

@StateOfCountry(isSubdivision)
class AddressChanges {
  @Text({ min: 1, description: 'Street', example: 'Keizersgracht' }) address?: string;
  @Text({ min: 1, description: 'House number', example: '150' }) addressNumber?: string;
  @Text({ min: 1, example: 'Amsterdam', description: 'City' }) city?: string;
  @CountryCode(COUNTRY_CODES, { description: 'Alpha-2 code of the countries list' }) countryID?: string;
  @Text({ nullable: true, description: STATE, example: null }) state?: string | null;
  @Text({ min: 1, example: '1015 CX', description: 'Postal code' }) zipCode?: string;
}

/** The contact person in charge at the Location. */
export class NewContactDetails {
  @Text({ required: true, example: 'Sanne de Vries', description: 'Contact person in charge' }) contactPerson!: string;
  @Email({ required: true, example: 'frontdesk@example.com', description: 'Email address' }) contactEmail!: string;
  @EmailList({ nullable: true, description: 'CC recipients, separated by commas', example: 'manager@example.com' })
  contactEmailCC?: string | null;
  @Phone({ required: true, description: 'Phone number' }) phoneNumber!: string;
}

class ContactDetailsChanges {
  @Text({ min: 1, example: 'Sanne de Vries', description: 'Contact person in charge' }) contactPerson?: string;
  @Email({ example: 'frontdesk@example.com', description: 'Email address' }) contactEmail?: string;
  @EmailList({ nullable: true, description: 'CC recipients, separated by commas', example: 'manager@example.com' })
  contactEmailCC?: string | null;
  @Phone({ min: 1, description: 'Phone number' }) phoneNumber?: string;
}

/** Pickup data for shipping providers; the same on creation and update. */
export class Pickup {
  @Text({ max: 12, description: 'Where packages are picked up; `Reception` if omitted.', example: 'Reception' })
  pickupLocation?: string;
  @Text({ max: 57, nullable: true, lines: true, description: INTRUCTIONS, example: 'Ring the bell at the side entrance' })
  pickupIntructions?: string | null;
}

export class Options {
  @Choice(['kg', 'lb'], { default: 'kg', example: 'kg', description: 'Unit of weights' }) weightUnit!: 'kg' | 'lb';
  @Choice(['cm', 'in'], { default: 'cm', example: 'cm', description: 'Unit of dimensions' }) dimensionUnit!: 'cm' | 'in';
}

/** `POST /locations` (api-v2.md, Location). */
export class NewLocation {
  @Text({ required: true, example: 'Hotel Keizersgracht', description: 'Name' }) name!: string;
  @Part(() => NewAddress, { required: true, description: 'Street address' }) address!: NewAddress;
  @Part(() => NewContactDetails, { required: true, description: 'Contact person in charge' }) contactDetails!: NewContactDetails;
  @Integer({ min: 1, max: DAYS, default: 90, description: 'Number of days for which the Location stores items', example: 90 })
  itemStorageDays!: number;
  @Integer({ min: 1, max: DAYS, default: 90, description: 'Number of days after which a Request expires', example: 90 })
  daysBeforeRequestExpires!: number;
  @Integer({ min: 0, max: DAYS, default: 0, description: STORAGE_AFTER, example: 7 }) storageAfterItemStorageDays!: number;
  @Part(() => Pickup, { required: true, description: 'Pickup details for shipping providers' }) pickupDetails!: Pickup;
  @Text({ nullable: true, description: 'Free-text reference to the Location', example: 'AMS-01' }) reference?: string | null;
  @TimeZone(canonicalZone, ZONE) timeZone?: string | null;
  @Part(() => Options, { description: 'Units of measurement' }) options?: Options;
}

/** `PUT /locations/:locationID`: omitted fields keep their value, objects are merged field by field. */
export class LocationUpdate {
  @Part(() => AddressChanges, { description: 'Street address' }) address?: AddressChanges;
  @Part(() => ContactDetailsChanges, { description: 'Contact person in charge' }) contactDetails?: ContactDetailsChanges;
  @Integer({ min: 1, max: DAYS, description: 'Number of days for which the Location stores items', example: 60 })
  itemStorageDays?: number;
  @Integer({ min: 0, max: DAYS, description: STORAGE_AFTER, example: 7 }) storageAfterItemStorageDays?: number;
  @Part(() => Pickup, { description: 'Pickup details for shipping providers' }) pickupDetails?: Pickup;
  @Text({ nullable: true, description: 'Free-text reference to the Location', example: 'AMS-01' }) reference?: string | null;
  @TimeZone(canonicalZone, ZONE) timeZone?: string | null;
}

/** A Location to create, with the specification's defaults for omitted fields (api-v2.md, Location). */
export function newLocation({
  address,
  contactDetails,
  pickupDetails,
  reference = null,
  timeZone = null,
  options,
  ...days
}: NewLocation) {
  return {
    ...days,
    address: { ...address, state: address.state ?? null },
    contactDetails: { ...contactDetails, contactEmailCC: contactDetails.contactEmailCC ?? null },
    pickupDetails: {
      pickupLocation: pickupDetails.pickupLocation || RECEPTION,
      pickupIntructions: pickupDetails.pickupIntructions ?? null,
    },
    reference,
    timeZone,
    options: { weightUnit: options?.weightUnit ?? 'kg', dimensionUnit: options?.dimensionUnit ?? 'cm' },
  };
}

/** An empty pickup location resets it to the reception. */
export function locationChanges({ pickupDetails, ...changes }: LocationUpdate) {
  const pickup = pickupDetails?.pickupLocation === '' ? { ...pickupDetails, pickupLocation: RECEPTION } : pickupDetails;
  return { ...changes, pickupDetails: pickup };
}
