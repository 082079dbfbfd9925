import { ApiProperty } from '@nestjs/swagger';
import type { SessionRow } from '#contexts/credentials';
import { LocationAccessRecord, UserRecord } from '#contexts/users';
import { recordTimestamp, TOKEN_ROLES, type TokenRole } from '#platform/kernel';

/** The API token of a caller. */
export class MeTokenRecord {
  @ApiProperty({ type: String, format: 'uuid', description: 'Identifier', example: '6f1c0b9e-6a52-4b6e-9a3e-0f5d1d1c7b11' })
  ID!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it is for; null when it was made without a name',
    example: 'PMS',
  })
  name!: string | null;
  @ApiProperty({ type: String, enum: TOKEN_ROLES, description: 'Role code', example: 'group_admin' })
  role!: TokenRole;
}

/** The Group of a caller. */
export class MeGroupRecord {
  @ApiProperty({ type: String, description: 'Code, the first part of its Locations’ identifiers', example: 'demo' })
  code!: string;
  @ApiProperty({ type: String, description: 'Name', example: 'Demo' }) name!: string;
}

/** The caller and its rights (decisions.md, section 11). */
export class MeRecord {
  @ApiProperty({ type: String, enum: ['user', 'token'], description: 'What kind of token was sent', example: 'user' }) kind!:
    | 'user'
    | 'token';
  @ApiProperty({ type: UserRecord, nullable: true, description: 'The user; null for an API token' }) user!: UserRecord | null;
  @ApiProperty({ type: MeTokenRecord, nullable: true, description: 'The API token; null for a user' })
  token!: MeTokenRecord | null;
  @ApiProperty({ type: MeGroupRecord, description: 'The Group' }) group!: MeGroupRecord;
  @ApiProperty({
    type: LocationAccessRecord,
    description: 'Access to Locations; an API token has access to all, unless it was limited to some',
  })
  locationAccess!: LocationAccessRecord;
  @ApiProperty({
    type: [String],
    description: 'What the caller may do now, by the names in `x-capability`',
    example: ['items.read', 'me.read'],
  })
  capabilities!: string[];
}

/** A sign-in that has not ended. */
export class SessionRecord {
  @ApiProperty({ type: String, format: 'uuid', description: 'Identifier', example: '6f1c0b9e-6a52-4b6e-9a3e-0f5d1d1c7b11' })
  ID!: string;
  @ApiProperty({ type: String, description: 'When the user signed in, UTC', example: '2026-11-21 10:00:00.000' })
  createdAt!: string;
  @ApiProperty({ type: String, description: 'When it was last refreshed, else begun, UTC', example: '2026-11-21 10:15:00.000' })
  lastUsedAt!: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the client called itself', example: 'Mozilla/5.0 …' })
  userAgent!: string | null;
  @ApiProperty({ type: Boolean, description: 'Whether this call was made with it', example: true }) current!: boolean;
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
  @ApiProperty({ type: String, description: 'The secret in Base32, to be typed into an app', example: 'JBSWY3DPEHPK3PXP' })
  secret!: string;
  @ApiProperty({ type: String, description: 'The same as an address, to be shown as a QR code', example: 'otpauth://totp/…' })
  otpauthUrl!: string;
}

/** A second factor that has been switched on. */
export class RecoveryCodesRecord {
  @ApiProperty({
    type: [String],
    description: 'Ten codes, each good for one sign-in without the app; shown only here',
    example: ['k7mp-x2qd-9ehw-t4vn'],
  })
  recoveryCodes!: string[];
}
