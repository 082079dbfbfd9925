import { ApiProperty } from '@nestjs/swagger';
import { Flag } from '#platform/http';
import { REASON_CODES, type ReasonCode } from '../domain/matching.reasons.js';

export class LikenessRecord {
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, example: 0.83, description: 'How likely the match is, from 0 to 1' })
  score!: number;
  @ApiProperty({
    type: [String],
    example: ['words in common: umbrella', 'dates 2 days apart', 'color burgundy'],
    description: 'Reasons for the score, in words',
  })
  reasons!: string[];
  @ApiProperty({
    type: [String],
    enum: REASON_CODES,
    example: ['words', 'color'],
    description: 'Reasons for the score, for programs, each once; one without a code is only among `reasons`',
  })
  reasonCodes!: ReasonCode[];
}

/** An item that a Request may be about. */
export class ItemCandidateRecord extends LikenessRecord {
  @ApiProperty({ type: 'integer', example: 7, description: 'Identifier of the item' }) itemID!: number;
}

/** A Request that may be about an item. */
export class RequestCandidateRecord extends LikenessRecord {
  @ApiProperty({ type: 'integer', example: 12, description: 'Identifier of the Request' }) requestID!: number;
}

/** `PUT /requests/:requestID/candidates/:itemID/rejected`. */
export class RejectedRequest {
  @Flag({ required: true, example: true, description: 'Whether the item is not what the guest lost' }) rejected!: boolean;
}
