import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, SetMetadata, UseGuards } from '@nestjs/common';
import { CallLimitGuard } from './call-limit.guard.js';

const WEIGHS = 'limits:weighs';

type Weight = (body: unknown) => number;

/** Counts the calls that a request stands for beyond the one that is counted before its body is read. */
@Injectable()
export class CallWeightGuard implements CanActivate {
  constructor(private readonly limit: CallLimitGuard) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const calls: Weight = Reflect.getMetadata(WEIGHS, context.getHandler());
    const more = calls(context.switchToHttp().getRequest<{ body?: unknown }>().body) - 1;
    if (more > 0) await this.limit.count(context, more);
    return true;
  }
}

/** The route does the work of several calls, which the limit of calls counts. @param calls how many, for a body that was not judged yet */
export const Weighs = (calls: Weight) => applyDecorators(SetMetadata(WEIGHS, calls), UseGuards(CallWeightGuard));
