import { type CallHandler, type ExecutionContext, ForbiddenException, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import express from 'express';
import type { Observable } from 'rxjs';
import { GuestLimits } from '../guard/guest-limits.js';
import { setPageHeaders } from './headers.js';

/** The limits are far above the size of any form on these pages. */
const parseForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 100 });

/** Applied to every guest page: headers, the rate limit per address, and parsing of forms without a file. */
@Injectable()
export class GuestPageInterceptor implements NestInterceptor {
  constructor(private readonly limits: GuestLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    setPageHeaders(response);
    await this.limits.take('page', request.ip);
    if (request.method === 'POST') {
      // Browsers send the origin of a form; forms from other sites are never legitimate.
      if (isFromElsewhere(request)) throw new ForbiddenException();
      await new Promise<void>((resolve, reject) => {
        parseForm(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error as Error)));
      });
    }
    return next.handle();
  }
}

/** Whether another site sent the form. Browsers without `Sec-Fetch-Site` send `Origin`; pages that send no referrer make it `null`. */
function isFromElsewhere(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return site === 'cross-site';
  const origin = request.get('origin');
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}
