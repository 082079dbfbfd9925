import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { DECLARED, type Declared } from './answer.js';
import { documentedAnswer } from './documented-answer.js';
import type { EndpointOptions, HandlerOf, RecordClass } from './endpoint-options.js';

type HandlerDecorator<Handler> = <Given extends Handler>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Given>,
) => void;

/**
 * Declares a route's operation and response, for the OpenAPI document and for its handler: one that returns something else
 * does not compile, and one that returns no version, path or listing where it is declared fails at run time.
 */
export function Endpoint<const Options extends EndpointOptions>(
  operationId: string,
  summary: string,
  options?: Options,
): HandlerDecorator<HandlerOf<Options>> {
  const { description, ...declared }: EndpointOptions = options ?? {};
  const { answers, sends, list = null, takesList = false } = declared;
  const status = sends?.status ?? declared.status ?? (answers ? 200 : 204);
  const alone = list === null && !Array.isArray(answers) ? (answers as RecordClass | undefined) : undefined;
  const [single, versioned, derived] = [alone !== undefined, alone?.versioned !== undefined, alone?.versioned === 'partly'];
  const parts: Declared = { operationId, creates: status === 201, versioned, list, single, derived, takesList };
  return applyDecorators(
    ApiOperation({ operationId, summary, description }),
    ...(answers ? [ApiExtraModels(...[answers].flat())] : []),
    ApiResponse(sends ?? { status, ...documentedAnswer(declared, versioned) }),
    HttpCode(status),
    SetMetadata(DECLARED, parts),
  );
}
