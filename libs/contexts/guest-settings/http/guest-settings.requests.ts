import { Choice, Decimal, Email, Flag, FormedText, IntegerList, LocalText, PageUrl, Part, Phone, Text } from '#platform/http';
import { type LocalText as LocalTextValue, NOTIFY_DESK, type NotifyDesk } from '../domain/guest-settings.js';

const HOURS = 'When it is open: a text, or one for each language';
const NOTE = 'What guests should know before they come: a text, or one for each language';

/** Omitted fields keep their value; null inherits. */
export class GuestPickupRequest {
  @Text({ min: 1, nullable: true, example: 'Reception, ground floor', description: 'Where guests collect what was found' })
  place?: string | null;
  @LocalText({ nullable: true, example: { en: 'Daily 7:00–23:00', de: 'Täglich 7–23 Uhr' }, description: HOURS })
  openingHours?: LocalTextValue | null;
  @LocalText({ nullable: true, example: 'Please bring an identity card.', description: NOTE })
  note?: LocalTextValue | null;
  @Email({ nullable: true, example: 'reception@example.com', description: 'Email address for guests' }) email?: string | null;
  @Phone({ min: 1, nullable: true, description: 'Phone number for guests' })
  phoneNumber?: string | null;
  @Decimal({ min: -90, max: 90, nullable: true, example: 52.3667, description: 'Degrees north; together with `longitude`' })
  latitude?: number | null;
  @Decimal({ min: -180, max: 180, nullable: true, example: 4.8945, description: 'Degrees east; together with `latitude`' })
  longitude?: number | null;
}

/** Omitted fields keep their value; `pickup` is merged field by field; null inherits. */
export class GuestSettingsRequest {
  @Text({ min: 1, nullable: true, example: 'Hotel Keizersgracht', description: 'Name shown to guests' })
  displayName?: string | null;
  @FormedText(
    { nullable: true, max: 7, example: '#0b5cad', description: 'Color of pages and emails; text on it is white or black' },
    (text) => /^#[0-9a-f]{6}$/i.test(text),
    'Must have the form #rrggbb.',
  )
  color?: string | null;
  @Text({ min: 1, nullable: true, example: 'Hotel Keizersgracht', description: 'Name of the sender of emails' })
  senderName?: string | null;
  @Email({ nullable: true, example: 'reception@example.com', description: 'Where answers to emails go' }) replyTo?: string | null;
  @PageUrl({ nullable: true, example: 'https://hotel.example.com/privacy', description: 'Privacy notice' })
  privacyUrl?: string | null;
  @PageUrl({ nullable: true, example: 'https://hotel.example.com/imprint', description: 'Legal notice' })
  imprintUrl?: string | null;
  @PageUrl({ nullable: true, example: 'https://hotel.example.com', description: 'Website' }) website?: string | null;
  @Part(() => GuestPickupRequest, { nullable: true, description: 'Where and when guests collect; shown to guests' })
  pickup?: GuestPickupRequest | null;
  @IntegerList({
    min: 1,
    max: 3650,
    most: 10,
    nullable: true,
    example: [14, 3],
    description: 'Days before the end of storage on which owners are reminded; empty for never',
  })
  reminderDays?: number[] | null;
  @Choice(NOTIFY_DESK, {
    nullable: true,
    example: 'at-once',
    description: 'When the Location’s contact is told of answers and new Requests by email; `daily` is at 07:00',
  })
  notifyDesk?: NotifyDesk | null;
  @Flag({ nullable: true, example: true, description: 'Whether the page `/found` is open' }) found?: boolean | null;
  @Flag({ nullable: true, example: false, description: 'Whether search engines may list the page `/lost`' })
  indexed?: boolean | null;
}
