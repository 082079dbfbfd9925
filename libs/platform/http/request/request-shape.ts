import type { IncomingHttpHeaders } from 'node:http';
import {
  applyDecorators,
  type ExecutionContext,
  NotAcceptableException,
  SetMetadata,
  UnsupportedMediaTypeException,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { type FieldError, ValidationFailed } from '#platform/kernel';
import { DECLARED, type Declared } from '../endpoint/answer.js';
import { unknownField } from '../fields/errors.js';

const CONSUMES = 'http:consumes';
const PRODUCES = 'http:produces';
const RAW = 'http:raw';

const JSON_BODY = ['application/json'];

/** Addresses that programs ask for, not people by links. */
const DATA = ['text/csv', 'application/pdf'];

/** The route accepts a body of one of these types instead of JSON, e.g. `multipart/form-data`, and reads it itself. */
export const Consumes = (...types: string[]) => SetMetadata(CONSUMES, types);

/** The route accepts these types, and its handler reads the body to the byte, JSON too: a signature is over it. */
export const ConsumesRaw = (...types: string[]) => applyDecorators(Consumes(...types), SetMetadata(RAW, true));

/** The route responds with this type instead of JSON, e.g. `image/*`; Accept is then not checked. */
export const Produces = (type: string) => SetMetadata(PRODUCES, type);

/** Kinds of callers that a route accepts. */
export interface RouteShape {
  consumes: string[];
  json: boolean;
  body: boolean;
  query: boolean;
  /** The body holds a list of records, and may be longer than others. */
  takesList: boolean;
  /** The handler reads the body itself, whatever its type. */
  raw: boolean;
}

type Target = ReturnType<ExecutionContext['getHandler']>;
const shapes = new WeakMap<object, RouteShape>();

/** Rejects what the headers show that the route does not accept: Accept without JSON (406), a body of another type (415). */
export function checkHeaders(request: Request, shape: RouteShape): void {
  if (shape.json && !acceptsJson(request)) {
    throw new NotAcceptableException('Responses are application/json.');
  }
  if (hasBody(request, shape) && !request.is(shape.consumes)) {
    throw new UnsupportedMediaTypeException(`The body must be ${shape.consumes.join(' or ')}.`);
  }
}

/**
 * Rejects fields or parameters where the route has none (decisions.md, section 1). Pages and images accept any parameter, because other
 * systems add theirs (`utm_source`) to links.
 */
export function checkFields({ query, body }: Request, shape: RouteShape): void {
  const unknown = [...(shape.query ? [] : keys(query)), ...(shape.body ? [] : keys(body))];
  if (unknown.length > 0) throw new ValidationFailed(unknown);
}

/** Whether the headers announce a body; length 0 means no body. */
export function sendsBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Ignores media type parameters, such as the `charset` that many clients send: JSON has no variants. */
function acceptsJson({ headers, accepts }: Request): boolean {
  // Java's oldest client accepts `*`.
  const accept = headers.accept?.replace(/;\s*(?!q=)[^;,]*/gi, '').replace(/(^|,)\s*\*(?!\/)/g, '$1*/*');
  const plain = { headers: { accept }, accepts } as Request;
  return plain.accepts(['application/json', 'application/problem+json']) !== false;
}

/** Kinds of callers that a handler's decorators accept. */
export function shapeOfRoute(handler: Target, controller: object): RouteShape {
  let shape = shapes.get(handler);
  if (!shape) {
    const consumes: string[] = Reflect.getMetadata(CONSUMES, handler) ?? JSON_BODY;
    const args: object = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {};
    const takes = (type: RouteParamtypes) => Object.keys(args).some((key) => key.startsWith(`${type}:`));
    const body = takes(RouteParamtypes.BODY) || consumes !== JSON_BODY;
    const produces: string | undefined = Reflect.getMetadata(PRODUCES, handler);
    const json = produces === undefined;
    const takesList = (Reflect.getMetadata(DECLARED, handler) as Declared | undefined)?.takesList ?? false;
    const raw: boolean = Reflect.getMetadata(RAW, handler) ?? false;
    shape = { consumes, raw, json, body, query: takes(RouteParamtypes.QUERY) || !(json || DATA.includes(produces)), takesList };
    shapes.set(handler, shape);
  }
  return shape;
}

/** Some clients send an empty chunked body; where the route accepts no body, it counts as one only with a Content-Type. */
function hasBody({ headers }: Request, shape: RouteShape): boolean {
  if (headers['transfer-encoding'] !== undefined) return shape.body || headers['content-type'] !== undefined;
  return sendsBody(headers);
}

function keys(given: unknown): FieldError[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.keys(given).slice(0, 100).map(unknownField);
}
