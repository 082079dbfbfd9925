import { COUNTRY_CODES, isSubdivision } from '#contexts/reference';
import { CountryCode, Email, OwnerPhone, Part, StateOfCountry, Text } from '#platform/http';

/** The owner's address (api-v2.md, Owner object). */
@StateOfCountry(isSubdivision)
export class OwnerAddressRequest {
  @Text({ nullable: true, description: 'First address line', example: 'Hauptstraße 5' }) address?: string | null;
  @Text({ nullable: true, description: 'Second address line', example: null }) address2?: string | null;
  @Text({ nullable: true, example: 'Hamburg', description: 'City' }) city?: string | null;
  @CountryCode(COUNTRY_CODES, { nullable: true, example: 'DE', description: 'Alpha-2 code of the countries list' })
  countryID?: string | null;
  @Text({ nullable: true, description: 'Only for AU, CA and US: the state’s abbreviation', example: null }) state?: string | null;
  @Text({ nullable: true, example: '20095', description: 'Postal code' }) zipCode?: string | null;
  @Text({ nullable: true, description: 'Only for business addresses', example: null }) companyName?: string | null;
  @Text({ nullable: true, beyond: true, description: 'Who receives it', example: 'Anna Schmidt' }) recipient?: string | null;
  @OwnerPhone({ nullable: true, beyond: true, description: 'Phone number for the carrier', example: '+49 40 123456' })
  phoneNumber?: string | null;
}

/** The owner of an item; merged field by field on update. */
export class OwnerRequest {
  @Text({ nullable: true, example: 'Anna', description: 'Given name' }) firstName?: string | null;
  @Text({ nullable: true, example: 'Schmidt', description: 'Family name' }) lastName?: string | null;
  @Email({ nullable: true, example: 'anna.schmidt@example.com', description: 'Email address' }) contactEmail?: string | null;
  @OwnerPhone({ nullable: true, description: 'Phone number with country prefix; spaces are allowed', example: '+49 40 123456' })
  phoneNumber?: string | null;
  @Text({ nullable: true, example: 'R-20931', description: 'Reservation number of the stay; null if not applicable' })
  reservationNumber?: string | null;
  @Text({ nullable: true, example: null, description: 'Number of the activity; null if not applicable' })
  activityNumber?: string | null;
  @Text({ nullable: true, example: null, description: 'Number of the rental agreement; null if not applicable' })
  agreementNumber?: string | null;
  @Part(() => OwnerAddressRequest, { nullable: true, description: 'Address of the owner' }) address?: OwnerAddressRequest | null;
}
