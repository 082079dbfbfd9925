import { ApiProperty } from '@nestjs/swagger';

class LikenessRecord {
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, example: 0.83, description: 'How likely the match is, from 0 to 1' })
  score!: number;
  @ApiProperty({
    type: [String],
    example: ['words in common: umbrella', 'dates 2 days apart', 'color burgundy'],
    description: 'Reasons for the score, in words',
  })
  reasons!: string[];
}

/** An item that a Request may be about. */
export class ItemCandidateRecord extends LikenessRecord {
  @ApiProperty({ type: 'integer', example: 7, description: 'Identifier of the item' }) itemID!: number;
}

/** A Request that may be about an item. */
export class RequestCandidateRecord extends LikenessRecord {
  @ApiProperty({ type: 'integer', example: 12, description: 'Identifier of the Request' }) requestID!: number;
}
