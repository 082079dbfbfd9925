import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiTags } from '@nestjs/swagger';

/** Marks a field, parameter or header as an extension where it is documented: `@ApiProperty({ …, ...BEYOND })`. */
export const BEYOND = { 'x-extension': true } as const;

/** An extension of the specification: tag `Beyond v2` and `x-extension: true` (decisions.md, beginning). */
export const Beyond = () => applyDecorators(ApiTags('Beyond v2'), ApiExtension('x-extension', true));
