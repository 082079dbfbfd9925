import { closestLanguage, type FieldError, isPageUrl, ValidationFailed } from '#platform/kernel';

/** A text for everybody, or one for each language by its code. */
export type LocalText = string | Readonly<Record<string, string>>;

/** Where guests collect what was found. A value that is null is inherited; the coordinates are inherited together. */
export interface Pickup {
  place: string | null;
  openingHours: LocalText | null;
  note: LocalText | null;
  email: string | null;
  phoneNumber: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** When the Location's contact gets emails about answers and new Requests: at once, once a day, or never. */
export const NOTIFY_DESK = ['at-once', 'daily', 'never'] as const;
export type NotifyDesk = (typeof NOTIFY_DESK)[number];

/** A Location's or Group's settings for its guests; null where it is inherited (decisions.md, section 12, Looks and law). */
export interface OwnGuestSettings {
  displayName: string | null;
  /** `#rrggbb` */
  color: string | null;
  /** URL of the image. */
  logo: string | null;
  senderName: string | null;
  replyTo: string | null;
  privacyUrl: string | null;
  imprintUrl: string | null;
  website: string | null;
  pickup: Pickup;
  /** Days before the end of storage. */
  reminderDays: readonly number[] | null;
  notifyDesk: NotifyDesk | null;
  /** Whether the page `/found` is open. */
  found: boolean | null;
  /** Whether search engines may list `/lost`. */
  indexed: boolean | null;
}

/** Effective settings for the guests of a Location. */
export type GuestSettings = OwnGuestSettings & {
  [Field in keyof typeof DEFAULTS]: NonNullable<OwnGuestSettings[Field]>;
};

/** The fields of an update: omitted ones keep their value, null clears. */
export type GuestSettingsChanges = Partial<Omit<OwnGuestSettings, 'logo' | 'pickup'>> & { pickup?: Partial<Pickup> | null };

/** Days before the end of storage on which owners are reminded, where nobody says otherwise. */
export const DEFAULT_REMINDER_DAYS: readonly number[] = [14, 3];

/** Defaults for Locations and Groups without settings. */
export const DEFAULTS = { reminderDays: DEFAULT_REMINDER_DAYS, notifyDesk: 'at-once', found: true, indexed: false } as const;

const NO_PICKUP: Pickup = {
  place: null,
  openingHours: null,
  note: null,
  email: null,
  phoneNumber: null,
  latitude: null,
  longitude: null,
};

/** Nothing set. */
export const NOTHING_SET: OwnGuestSettings = {
  displayName: null,
  color: null,
  logo: null,
  senderName: null,
  replyTo: null,
  privacyUrl: null,
  imprintUrl: null,
  website: null,
  pickup: NO_PICKUP,
  reminderDays: null,
  notifyDesk: null,
  found: null,
  indexed: null,
};

/** The settings after an update; the pickup is merged field by field. @throws ValidationFailed for half of the coordinates */
export function changed(own: OwnGuestSettings, { pickup, ...changes }: GuestSettingsChanges): OwnGuestSettings {
  const merged = pickup === null ? NO_PICKUP : { ...own.pickup, ...definedOf(pickup ?? {}) };
  if ((merged.latitude === null) !== (merged.longitude === null)) {
    const field = merged.latitude === null ? 'pickup.latitude' : 'pickup.longitude';
    const error: FieldError = { field, code: 'required', message: 'Latitude and longitude are given together.' };
    throw new ValidationFailed([error]);
  }
  return { ...own, ...definedOf(changes), pickup: merged };
}

/** A Location's effective settings: its own settings, else those of its Group, else the defaults. */
export function effective(location: OwnGuestSettings, group: OwnGuestSettings): GuestSettings {
  const { latitude, longitude } = location.pickup.latitude === null ? group.pickup : location.pickup;
  const pickup = { ...withDefaults(location.pickup, { ...group.pickup }), latitude, longitude };
  const settings = withDefaults(location, { ...withDefaults(group, DEFAULTS) });
  const { website, privacyUrl, imprintUrl } = settings;
  return {
    ...settings,
    website: shown(website),
    privacyUrl: shown(privacyUrl),
    imprintUrl: shown(imprintUrl),
    pickup,
  } as GuestSettings;
}

/** Earlier releases took URLs that lead elsewhere than they seem to. */
function shown(url: string | null): string | null {
  return url !== null && isPageUrl(url) ? url : null;
}

/** The text in the first of the languages that has one, else in any, or null. */
export function textIn(text: LocalText | null, languages: readonly string[]): string | null {
  if (text === null || typeof text === 'string') return text;
  const codes = Object.keys(text);
  for (const language of languages) {
    const code = closestLanguage(language, codes);
    if (code !== null) return text[code]!;
  }
  return text[codes[0] ?? ''] ?? null;
}

function withDefaults<Fields extends object>(fields: Fields, defaults: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? defaults[field] ?? null])) as Fields;
}

function definedOf<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
