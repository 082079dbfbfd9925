import type { SessionRow } from '#contexts/credentials';
import { LocationAccessRecord, UserRecord } from '#contexts/users';
import { NULLABLE, Shown } from '#platform/http';
import { recordTimestamp, TOKEN_ROLES, type TokenRole } from '#platform/kernel';

/** The API token of a caller. */
export class MeTokenRecord {
  @Shown(String, 'Identifier', '6f1c0b9e-6a52-4b6e-9a3e-0f5d1d1c7b11', { format: 'uuid' })
  ID!: string;
  @Shown(String, 'What it is for; null when it was made without a name', 'PMS', NULLABLE)
  name!: string | null;
  @Shown(String, 'Role code', 'group_admin', { enum: TOKEN_ROLES })
  role!: TokenRole;
}

/** The Group of a caller. */
export class MeGroupRecord {
  @Shown(String, 'Code, the first part of its Locations’ identifiers', 'demo')
  code!: string;
  @Shown(String, 'Name', 'Demo') name!: string;
}

/** The caller and its rights (decisions.md, section 11). */
export class MeRecord {
  @Shown(String, 'What kind of token was sent', 'user', { enum: ['user', 'token'] }) kind!: 'user' | 'token';
  @Shown(UserRecord, 'The user; null for an API token', undefined, NULLABLE) user!: UserRecord | null;
  @Shown(MeTokenRecord, 'The API token; null for a user', undefined, NULLABLE)
  token!: MeTokenRecord | null;
  @Shown(MeGroupRecord, 'The Group') group!: MeGroupRecord;
  @Shown(LocationAccessRecord, 'Access to Locations; an API token has access to all, unless it was limited to some')
  locationAccess!: LocationAccessRecord;
  @Shown([String], 'What the caller may do now, by the names in `x-capability`', ['items.read', 'me.read'])
  capabilities!: string[];
}

/** A sign-in that has not ended. */
export class SessionRecord {
  @Shown(String, 'Identifier', '6f1c0b9e-6a52-4b6e-9a3e-0f5d1d1c7b11', { format: 'uuid' })
  ID!: string;
  @Shown(String, 'When the user signed in, UTC', '2026-11-21 10:00:00.000')
  createdAt!: string;
  @Shown(String, 'When it was last refreshed, else begun, UTC', '2026-11-21 10:15:00.000')
  lastUsedAt!: string;
  @Shown(String, 'What the client called itself', 'Mozilla/5.0 …', NULLABLE)
  userAgent!: string | null;
  @Shown(Boolean, 'Whether this call was made with it', true) current!: boolean;
}

export function sessionRecord(row: SessionRow, current: string | undefined): SessionRecord {
  return {
    ID: row.id,
    createdAt: recordTimestamp(row.created_at),
    lastUsedAt: recordTimestamp(row.last_used_at),
    userAgent: row.user_agent,
    current: row.id === current,
  };
}

/** A second factor that has been begun. */
export class BegunFactorRecord {
  @Shown(String, 'The secret in Base32, to be typed into an app', 'JBSWY3DPEHPK3PXP')
  secret!: string;
  @Shown(String, 'The same as an address, to be shown as a QR code', 'otpauth://totp/…')
  otpauthUrl!: string;
}

/** A second factor that has been switched on. */
export class RecoveryCodesRecord {
  @Shown([String], 'Ten codes, each good for one sign-in without the app; shown only here', ['k7mp-x2qd-9ehw-t4vn'])
  recoveryCodes!: string[];
}
