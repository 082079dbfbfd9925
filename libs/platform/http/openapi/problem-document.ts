import { ApiProperty } from '@nestjs/swagger';
import { FIELD_CODES } from '#platform/kernel';

/** One wrong field, as documented. */
export class FieldProblem {
  @ApiProperty({ type: String, description: 'Its path; elements as `colors.0`', example: 'shipping.dimensions.width' })
  field!: string;
  @ApiProperty({ type: String, enum: FIELD_CODES, description: 'What is wrong', example: 'required' }) code!: string;
  @ApiProperty({ type: String, description: 'For people', example: 'Is required.' }) message!: string;
}

/** A problem document (RFC 9457), as documented. */
export class ProblemDocument {
  @ApiProperty({ type: String, description: 'The code as a reference', example: '/problems/not-found' }) type!: string;
  @ApiProperty({ type: String, description: 'The same for every problem of the code', example: 'There is nothing here' })
  title!: string;
  @ApiProperty({ type: 'integer', description: 'The HTTP status', example: 404 }) status!: number;
  @ApiProperty({ type: String, description: 'Stable; decide by this one.', example: 'not_found' }) code!: string;
  @ApiProperty({ type: String, description: 'What happened here', example: 'The item does not exist or is not available here.' })
  detail!: string;
  @ApiProperty({ type: String, description: 'Path of the request.', example: '/api/v2/items/7' }) instance!: string;
  @ApiProperty({ type: String, description: 'The same as `X-Request-Id`.', example: 'b6d3a4c0-9f52-4a68-8d0f-0c4e1f6d2a11' })
  requestID!: string;
  @ApiProperty({ type: () => [FieldProblem], required: false, description: 'Every wrong field, of `validation_failed`' })
  errors?: FieldProblem[];
}
