import { ApiProperty } from '@nestjs/swagger';
import { DateFilter, Day, Email, Part, Parts, Phone, Rule, readList, Text } from '#platform/http';
import { type FieldError, ValidationFailed } from '#platform/kernel';
import type { Stay } from '../stays.js';

/** The most stays of a call (decisions.md, section 13, Stays). */
const MOST = 1_000;

class StayGuest {
  @Text({ nullable: true, example: 'Anna', description: 'First name' }) firstName?: string | null;
  @Text({ nullable: true, example: 'de Vries', description: 'Surname' }) lastName?: string | null;
  @Email({ nullable: true, description: 'Email address' }) contactEmail?: string | null;
  @Phone({ nullable: true, description: 'Telephone number' }) phoneNumber?: string | null;
  @Text({ nullable: true, max: 35, example: 'nl', description: 'Language' }) languageCode?: string | null;
}

@Rule<StayRequest>(({ arrivalDate, departureDate }, check) => {
  if (arrivalDate > departureDate) check.refuse('arrivalDate', 'out_of_range', 'Must not be after the departure.');
})
class StayRequest {
  @Text({ required: true, example: 'R-2026-004711', description: 'The reservation system’s own key, unique in the Location' })
  externalID!: string;
  @Text({ required: true, example: '312', description: 'Room' }) room!: string;
  @Day({ required: true, example: '2026-11-18', description: 'Day of arrival' }) arrivalDate!: string;
  @Day({ required: true, example: '2026-11-20', description: 'Day of departure' }) departureDate!: string;
  @Text({ nullable: true, example: 'HH-771', description: 'Reservation number' }) reservationNumber?: string | null;
  @Part(() => StayGuest, { nullable: true, description: 'Who stays' }) guest?: StayGuest | null;
}

/** `PUT /locations/:locationID/stays`, as it is documented. */
export class StaysRequest {
  @Parts(() => StayRequest, { required: true, most: MOST, description: 'Stays that are new or have changed' })
  stays!: StayRequest[];
}

/** The stays of a body. @throws ValidationFailed */
export async function staysOf(body: unknown): Promise<Stay[]> {
  const stays = await readList(StayRequest, body, { name: 'stays', most: MOST });
  const seen = new Set<string>();
  const again = stays.flatMap(({ externalID }, index): FieldError[] => {
    const isSeen = seen.has(externalID);
    seen.add(externalID);
    return isSeen ? [{ field: `stays.${index}.externalID`, code: 'duplicate', message: 'Is given twice.' }] : [];
  });
  if (again.length > 0) throw new ValidationFailed(again.slice(0, 100));
  return stays.map(stayOf);
}

/** `GET /locations/:locationID/stays`. */
export class StaysQuery {
  @Text({ required: true, example: '312', description: 'Compared without case, spaces and hyphens' }) room!: string;
  @DateFilter({ description: 'The day of the find; today where the Location is, when absent' }) on?: string;
}

/** The answer to `PUT /locations/:locationID/stays`. */
export class AcceptedStays {
  @ApiProperty({ type: 'integer', example: 800, description: 'How many stays were taken' }) accepted!: number;
}

/** The stay with null for what was left out. */
function stayOf({ externalID, room, arrivalDate, departureDate, reservationNumber = null, guest }: StayRequest): Stay {
  const { firstName = null, lastName = null, contactEmail = null, phoneNumber = null, languageCode = null } = guest ?? {};
  const known = { firstName, lastName, contactEmail, phoneNumber, languageCode };
  return { externalID, room, arrivalDate, departureDate, reservationNumber, guest: known };
}
