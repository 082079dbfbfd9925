import { ApiProperty } from '@nestjs/swagger';
import type { Stay } from '../stays.js';

const text = (description: string, example: string) => ({ type: String, nullable: true, description, example }) as const;

class StayGuestRecord {
  @ApiProperty(text('First name', 'Anna')) firstName!: string | null;
  @ApiProperty(text('Surname', 'de Vries')) lastName!: string | null;
  @ApiProperty(text('Email address', 'anna@example.com')) contactEmail!: string | null;
  @ApiProperty(text('Telephone number', '+31 20 123 4567')) phoneNumber!: string | null;
  @ApiProperty(text('Language', 'nl')) languageCode!: string | null;
}

/** A guest's stay (decisions.md, section 13). */
export class StayRecord implements Stay {
  @ApiProperty({ type: String, description: 'The reservation system’s own key', example: 'R-2026-004711' }) externalID!: string;
  @ApiProperty({ type: String, description: 'Room, as it was given', example: '312' }) room!: string;
  @ApiProperty({ type: String, format: 'date', description: 'Day of arrival', example: '2026-11-18' }) arrivalDate!: string;
  @ApiProperty({ type: String, format: 'date', description: 'Day of departure', example: '2026-11-20' }) departureDate!: string;
  @ApiProperty(text('Reservation number', 'HH-771')) reservationNumber!: string | null;
  @ApiProperty({ type: StayGuestRecord, description: 'Who stayed' }) guest!: StayGuestRecord;
}
