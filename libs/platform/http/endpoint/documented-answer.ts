import { getSchemaPath } from '@nestjs/swagger';
import { BEYOND } from '../fields/beyond.js';
import type { ListForm } from '../paging/listing.js';
import type { EndpointOptions } from './endpoint-options.js';

/** The OpenAPI response of an endpoint. */
export function documentedAnswer({ answers, list, status }: EndpointOptions, versioned: boolean) {
  if (!answers) return { description: 'Success, without a body.', headers: {} };
  const [type] = [answers].flat();
  const record = { $ref: getSchemaPath(type!) };
  const array = { type: 'array', items: record };
  const isArray = Array.isArray(answers) || list === 'whole' || list === 'paged';
  const schema = isArray ? array : list ? envelopeOf(list, array) : record;
  return { description: 'Success.', headers: headersOf(status === 201, versioned, list), schema };
}

function envelopeOf(name: string, array: object) {
  const properties = {
    [name]: array,
    hasMore: { type: 'boolean', description: 'Whether there is a next page.', example: false },
    limit: { type: 'integer', description: 'As asked for.', example: 10 },
    page: { type: 'integer', description: 'As asked for.', example: 1 },
  };
  return { type: 'object', required: Object.keys(properties), properties };
}

const LINK = 'RFC 8288: `first`, `prev`, `next` where they exist.';

const ESTIMATED = '`true` where `X-Total-Count` is an estimate: never up to 10,000.';

function headersOf(creates: boolean, versioned: boolean, list: ListForm | undefined) {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  const always = (description: string) => ({ ...text(description), required: true });
  return {
    ...(creates && { Location: always('Path of the new record.') }),
    ...(versioned && { ETag: { ...always('The record’s version, for `If-Match`.'), ...BEYOND } }),
    ...(list && { Link: list === 'whole' ? text(`${LINK} Only with \`limit\`.`) : always(LINK) }),
    ...(list && { 'X-Total-Count': { ...text('The total number of records; only with `count=true`.'), ...BEYOND } }),
    ...(list && { 'X-Total-Count-Estimated': { ...text(ESTIMATED), ...BEYOND } }),
  };
}
