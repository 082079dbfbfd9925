import { createParamDecorator, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { idIn } from './identifiers.js';
import { expectedOnceRead, documented as ifMatch } from './if-match.js';

/** A call that changes a record: who makes it, which record, and the versions that the record may have (`If-Match`). */
export interface Change {
  caller: Caller;
  id: number;
  expected: ExpectedVersions;
}

type ChangeRequest = Request<Record<string, string>> & { caller?: Caller };

/** Reads and documents `@Changed('itemID') { caller, id, expected }: Change`; a malformed ID is 404 (decisions.md, section 4). */
export function Changed(name: string): ParameterDecorator {
  const changeOf: PipeTransform<ChangeRequest, Promise<Change>> = {
    async transform({ caller, params, headers }) {
      if (!caller) throw new Error('A @Public route has no caller.');
      return { caller, id: idIn(params[name]!), expected: await expectedOnceRead(headers['if-match']) };
    },
  };
  const inPath: ParameterDecorator = (target, method) =>
    ApiParam({ name, type: Number })(target, method!, Object.getOwnPropertyDescriptor(target, method!)!);
  const request = (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ChangeRequest>();
  return createParamDecorator(request, [inPath, ifMatch])(changeOf);
}
