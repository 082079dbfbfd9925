import { ApiProperty } from '@nestjs/swagger';
import { LOCAL_TEXT_SCHEMA } from '#platform/http';
import { type LocalText, NOTIFY_DESK, type NotifyDesk, type OwnGuestSettings } from '../domain/guest-settings.js';

const text = (example: string, description: string) => ({ type: String, nullable: true, example, description }) as const;
const localText = (example: unknown, description: string) =>
  ({ ...LOCAL_TEXT_SCHEMA, nullable: true, example, description }) as const;
const degrees = (example: number, description: string) => ({ type: Number, nullable: true, example, description }) as const;

class GuestPickupRecord {
  @ApiProperty(text('Reception, ground floor', 'Where guests collect what was found')) place!: string | null;
  @ApiProperty(localText({ en: 'Daily 7:00–23:00' }, 'When it is open')) openingHours!: LocalText | null;
  @ApiProperty(localText('Please bring an identity card.', 'What guests should know before they come')) note!: LocalText | null;
  @ApiProperty(text('reception@example.com', 'Email address for guests')) email!: string | null;
  @ApiProperty(text('+31 20 123 4567', 'Phone number for guests')) phoneNumber!: string | null;
  @ApiProperty(degrees(52.3667, 'Degrees north')) latitude!: number | null;
  @ApiProperty(degrees(4.8945, 'Degrees east')) longitude!: number | null;
}

/** What guests see of a Location, and how they are written to. null is inherited: from the Group by a Location. */
export class GuestSettingsRecord {
  @ApiProperty(text('Hotel Keizersgracht', 'Name shown to guests')) displayName!: string | null;
  @ApiProperty(text('#0b5cad', 'Color of pages and emails')) color!: string | null;
  @ApiProperty(text('https://lost.example.com/images/1-logo1-9f52b6d3a4c04a688d0f0c4e1f6d2a11.png', 'URL of the logo'))
  logo!: string | null;
  @ApiProperty(text('Hotel Keizersgracht', 'Name of the sender of emails')) senderName!: string | null;
  @ApiProperty(text('reception@example.com', 'Where answers to emails go')) replyTo!: string | null;
  @ApiProperty(text('https://hotel.example.com/privacy', 'Privacy notice')) privacyUrl!: string | null;
  @ApiProperty(text('https://hotel.example.com/imprint', 'Legal notice')) imprintUrl!: string | null;
  @ApiProperty(text('https://hotel.example.com', 'Website')) website!: string | null;
  @ApiProperty({ type: GuestPickupRecord, description: 'Where and when guests collect' }) pickup!: GuestPickupRecord;
  @ApiProperty({
    type: [Number],
    nullable: true,
    example: [14, 3],
    description: 'Days before the end of storage on which owners are reminded',
  })
  reminderDays!: readonly number[] | null;
  @ApiProperty({
    type: String,
    enum: NOTIFY_DESK,
    nullable: true,
    example: 'at-once',
    description: 'When the Location’s contact is told of answers and new Requests',
  })
  notifyDesk!: NotifyDesk | null;
  @ApiProperty({ type: Boolean, nullable: true, example: true, description: 'Whether the page `/found` is open' })
  found!: boolean | null;
  @ApiProperty({ type: Boolean, nullable: true, example: false, description: 'Whether search engines may list the page `/lost`' })
  indexed!: boolean | null;
}

export function guestSettingsRecord(settings: OwnGuestSettings): GuestSettingsRecord {
  const { displayName, color, logo, senderName, replyTo, privacyUrl, imprintUrl, website, pickup } = settings;
  const { reminderDays, notifyDesk, found, indexed } = settings;
  return {
    displayName,
    color,
    logo,
    senderName,
    replyTo,
    privacyUrl,
    imprintUrl,
    website,
    pickup,
    reminderDays,
    notifyDesk,
    found,
    indexed,
  };
}
