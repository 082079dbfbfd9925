import { ApiProperty, PickType } from '@nestjs/swagger';
import { UserRecord } from '#contexts/users';
import { Shown } from '#platform/http';
import type { Tokens } from '../sign-in.js';

/** The tokens of a signed-in user (decisions.md, section 5). */
export class TokenRecord {
  @Shown(String, 'Access token, for the header `Authorization: Bearer …`', 'eyJhbGciOi…')
  accessToken!: string;
  @ApiProperty({ type: String, enum: ['Bearer'], example: 'Bearer', description: 'Always `Bearer`' }) tokenType!: 'Bearer';
  @Shown('integer', 'Lifetime of the access token, in seconds', 900) expiresIn!: number;
  @Shown(String, 'Refresh token, valid for one refresh; using it a second time ends the session', 'lfr_…')
  refreshToken!: string;
}

/** A session of the desk; its refresh token is in the cookie (decisions.md, section 13). */
export class DeskSessionRecord extends PickType(TokenRecord, ['accessToken', 'expiresIn']) {
  @Shown(UserRecord, 'The user') user!: UserRecord;
}

export function tokenRecord({ accessToken, expiresIn, refreshToken }: Tokens): TokenRecord {
  return { accessToken, tokenType: 'Bearer', expiresIn, refreshToken };
}
