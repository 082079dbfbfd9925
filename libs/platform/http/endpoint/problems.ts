import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApiExtension } from '@nestjs/swagger';

const PROBLEM_CODES = 'http:problems';

export type Handler = (...given: never[]) => unknown;

/**
 * Documents the problems of a route, or of all routes of a controller, by their codes; startup fails for a code that no context
 * defines. `403 code` is a code with another status than usual. `openApiDocument` adds the problems of all routes (401, 403, 404 for a
 * path parameter, validation, 5xx), and `@IfMatch()` 412.
 */
export function Problems(...codes: readonly string[]): MethodDecorator & ClassDecorator {
  return ((target: object, _method?: string | symbol, descriptor?: TypedPropertyDescriptor<Handler>) => {
    for (const handler of descriptor ? [descriptor.value!] : routesOf(target as { prototype: object })) add(handler, codes);
  }) as MethodDecorator & ClassDecorator;
}

/** Adds to the codes of other decorators. They are looked up when the document is generated: contexts define them. */
function add(handler: Handler, codes: readonly string[]): void {
  const known = problemCodes(handler);
  for (const code of codes) known.add(code);
  if (Reflect.hasMetadata(PROBLEM_CODES, handler)) return;
  Reflect.defineMetadata(PROBLEM_CODES, known, handler);
  // Swagger copies the value itself, so that codes added later would be missing in a plain list.
  ApiExtension('x-problems', { codes: known })({}, '', { value: handler });
}

/** The codes that a route documents. */
export function problemCodes(handler: Handler): Set<string> {
  return Reflect.getMetadata(PROBLEM_CODES, handler) ?? new Set();
}

/** The code of a declaration, without a status in front. */
export function codeOf(given: string): string {
  return given.replace(/^\d{3} /, '');
}

function routesOf({ prototype }: { prototype: object }): Handler[] {
  const methods = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => value);
  return methods.filter((method) => typeof method === 'function' && Reflect.hasMetadata(METHOD_METADATA, method));
}
