import { ApiProperty } from '@nestjs/swagger';

class LikenessRecord {
  @ApiProperty({ type: Number, minimum: 0, maximum: 1, example: 0.83 }) score!: number;
  @ApiProperty({ type: [String], example: ['words in common: umbrella', 'dates 2 days apart', 'colour burgundy'] })
  reasons!: string[];
}

/** An item that may be what a Request asks for. */
export class ItemCandidateRecord extends LikenessRecord {
  @ApiProperty({ type: 'integer', example: 7 }) itemID!: number;
}

/** A Request that may ask for an item. */
export class RequestCandidateRecord extends LikenessRecord {
  @ApiProperty({ type: 'integer', example: 12 }) requestID!: number;
}
