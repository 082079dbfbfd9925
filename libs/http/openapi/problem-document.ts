import { ApiProperty } from '@nestjs/swagger';

const FIELD_CODES = [
  'required',
  'invalid_type',
  'invalid_format',
  'too_long',
  'too_short',
  'out_of_range',
  'not_allowed',
  'unknown_field',
  'unknown_reference',
];

/** One wrong field, as documented. */
export class FieldProblem {
  @ApiProperty({ type: String, example: 'shipping.dimensions.width' }) field!: string;
  @ApiProperty({ type: String, enum: FIELD_CODES }) code!: string;
  @ApiProperty({ type: String }) message!: string;
}

/** A problem document (RFC 9457), as documented. */
export class ProblemDocument {
  @ApiProperty({ type: String, example: '/problems/not-found' }) type!: string;
  @ApiProperty({ type: String }) title!: string;
  @ApiProperty({ type: 'integer' }) status!: number;
  @ApiProperty({ type: String, description: 'Stable; decide by this one.' }) code!: string;
  @ApiProperty({ type: String }) detail!: string;
  @ApiProperty({ type: String, description: 'Path of the request.' }) instance!: string;
  @ApiProperty({ type: String, description: 'The same as `X-Request-Id`.' }) requestID!: string;
  @ApiProperty({ type: () => [FieldProblem], required: false }) errors?: FieldProblem[];
}
