import { applyDecorators, type Type, UseInterceptors } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ListingInterceptor, type ListName } from '../paging/listing.js';
import { BEYOND } from './beyond.js';
import { problemResponses } from './problem-responses.js';

/**
 * Documents the refusals of a route by their codes. What every route can refuse (401, 403, 404 for a path parameter,
 * validation, 5xx) is added by `openApiDocument`.
 */
export function Problems(...codes: string[]): MethodDecorator {
  const responses = Object.entries(problemResponses(codes));
  return applyDecorators(...responses.map(([status, response]) => ApiResponse({ ...response, status: Number(status) } as never)));
}

export interface AnswerOptions {
  /** 200 when not given. */
  status?: number;
  list?: ListName;
  /** The list has `Link` and `X-Total-Count`: each page, or only one that was asked for. An envelope is always a page. */
  paged?: 'always' | 'when asked';
  /** The answer carries `ETag`. */
  versioned?: boolean;
  description?: string;
}

/** Documents the successful answer; `null` for one without a body. What `listing` gives becomes the documented list. */
export function Answer(type: Type | null, options: AnswerOptions = {}): MethodDecorator {
  const { status = 200, list, description = type === null ? 'Done.' : 'Done; the answer.' } = options;
  const headers = headersOf(options);
  if (type === null) return ApiResponse({ status, description, headers });
  const record = { $ref: getSchemaPath(type) };
  const schema = list === undefined ? record : list === 'bare' ? { type: 'array', items: record } : envelopeOf(list, record);
  const sent = list === undefined ? [] : [UseInterceptors(new ListingInterceptor(list))];
  return applyDecorators(...sent, ApiExtraModels(type), ApiResponse({ status, description, headers, schema: schema as never }));
}

const LINK = 'RFC 8288: `first`, `prev`, `next` where they exist.';

function envelopeOf(name: string, record: object) {
  const properties = {
    [name]: { type: 'array', items: record },
    hasMore: { type: 'boolean', description: 'Whether there is a next page.', example: false },
    limit: { type: 'integer', description: 'As asked for.', example: 10 },
    page: { type: 'integer', description: 'As asked for.', example: 1 },
  };
  return { type: 'object', required: Object.keys(properties), properties };
}

function headersOf({ status, list = 'bare', paged = list === 'bare' ? undefined : 'always', versioned }: AnswerOptions) {
  const text = (description: string) => ({ description, schema: { type: 'string' as const } });
  const always = (description: string) => ({ ...text(description), required: true });
  return {
    ...(status === 201 && { Location: always('Path of the new record.') }),
    ...(versioned && { ETag: { ...always('The record’s version, for `If-Match`.'), ...BEYOND } }),
    ...(paged && { Link: paged === 'always' ? always(LINK) : text(`${LINK} Only with \`limit\`.`) }),
    ...(paged && { 'X-Total-Count': { ...text('How many there are; only with `count=true`.'), ...BEYOND } }),
  };
}
