import { ApiProperty } from '@nestjs/swagger';
import type { Tokens } from '../sign-in.js';

/** The tokens of a signed-in user (decisions.md, section 5). */
export class TokenRecord {
  @ApiProperty({ type: String, description: 'Access token, for the header `Authorization: Bearer …`', example: 'eyJhbGciOi…' })
  accessToken!: string;
  @ApiProperty({ type: String, enum: ['Bearer'], example: 'Bearer', description: 'Always `Bearer`' }) tokenType!: 'Bearer';
  @ApiProperty({ type: 'integer', description: 'Lifetime of the access token, in seconds', example: 900 }) expiresIn!: number;
  @ApiProperty({
    type: String,
    description: 'Refresh token, valid for one refresh; using it a second time ends the session',
    example: 'lfr_…',
  })
  refreshToken!: string;
}

export function tokenRecord({ accessToken, expiresIn, refreshToken }: Tokens): TokenRecord {
  return { accessToken, tokenType: 'Bearer', expiresIn, refreshToken };
}
