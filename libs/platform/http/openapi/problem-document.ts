import { ApiProperty } from '@nestjs/swagger';
import { FIELD_CODES } from '#platform/kernel';

/** One wrong field, for the OpenAPI document. */
export class FieldProblem {
  @ApiProperty({
    type: String,
    description: 'The path of the field; elements as `colors.0`',
    example: 'shipping.dimensions.width',
  })
  field!: string;
  @ApiProperty({ type: String, enum: FIELD_CODES, description: 'What is wrong', example: 'required' }) code!: string;
  @ApiProperty({ type: String, description: 'Human-readable message', example: 'Is required.' }) message!: string;
}

/** A problem document (RFC 9457), for the OpenAPI document. */
export class ProblemDocument {
  @ApiProperty({ type: String, description: 'The code as a URI reference', example: '/problems/not-found' }) type!: string;
  @ApiProperty({ type: String, description: 'The same for every problem with this code', example: 'There is nothing here' })
  title!: string;
  @ApiProperty({ type: 'integer', description: 'The HTTP status', example: 404 }) status!: number;
  @ApiProperty({ type: String, description: 'Stable; use this one in programs.', example: 'not_found' }) code!: string;
  @ApiProperty({
    type: String,
    description: 'What is wrong with this request',
    example: 'The item does not exist.',
  })
  detail!: string;
  @ApiProperty({ type: String, description: 'Path of the request.', example: '/api/v2/items/7' }) instance!: string;
  @ApiProperty({ type: String, description: 'The same as `X-Request-Id`.', example: 'b6d3a4c0-9f52-4a68-8d0f-0c4e1f6d2a11' })
  requestID!: string;
  @ApiProperty({ type: () => [FieldProblem], required: false, description: 'Every wrong field; only with `validation_failed`' })
  errors?: FieldProblem[];
}
