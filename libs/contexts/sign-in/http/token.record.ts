import { ApiProperty } from '@nestjs/swagger';
import type { Tokens } from '../sign-in.js';

/** What a user calls with (decisions.md, section 5). */
export class TokenRecord {
  @ApiProperty({ type: String, description: 'For `Authorization: Bearer`', example: 'eyJhbGciOi…' }) accessToken!: string;
  @ApiProperty({ type: String, enum: ['Bearer'], example: 'Bearer', description: 'Always `Bearer`' }) tokenType!: 'Bearer';
  @ApiProperty({ type: 'integer', description: 'Seconds', example: 900 }) expiresIn!: number;
  @ApiProperty({ type: String, description: 'Good for one refresh; a second use ends the session', example: 'lfr_…' })
  refreshToken!: string;
}

export function tokenRecord({ accessToken, expiresIn, refreshToken }: Tokens): TokenRecord {
  return { accessToken, tokenType: 'Bearer', expiresIn, refreshToken };
}
