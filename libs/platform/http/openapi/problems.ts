import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { problemResponses } from './problem-responses.js';

/**
 * Documents the refusals of a route, or of all routes of a controller, by their codes. What every route can refuse (401, 403, 404 for a path parameter,
 * validation, 5xx) is added by `openApiDocument`, and 412 by `@IfMatch()`.
 * @throws Error for a code that is none
 */
export function Problems(...codes: readonly string[]): MethodDecorator & ClassDecorator {
  const responses = Object.entries(problemResponses(codes));
  return applyDecorators(...responses.map(([status, response]) => ApiResponse({ ...response, status: Number(status) } as never)));
}
