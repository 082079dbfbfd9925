import { ApiProperty, PickType } from '@nestjs/swagger';
import { UserRecord } from '#contexts/users';
import { TokenRecord } from './token.record.js';

/** A session of the desk; its refresh token is in the cookie (decisions.md, section 13). */
export class DeskSessionRecord extends PickType(TokenRecord, ['accessToken', 'expiresIn']) {
  @ApiProperty({ type: UserRecord, description: 'The user' }) user!: UserRecord;
}
