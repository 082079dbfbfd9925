import { type CallHandler, type ExecutionContext, ForbiddenException, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import express from 'express';
import type { Observable } from 'rxjs';
import { GuestLimits } from '../guard/guest-limits.js';
import { setPageHeaders } from './headers.js';

/** No form of these pages comes near it. */
const parseForm = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 100 });

/** What every guest page goes through: headers, the limit of its address, and the form that was sent. */
@Injectable()
export class GuestPageInterceptor implements NestInterceptor {
  constructor(private readonly limits: GuestLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    setPageHeaders(response);
    await this.limits.take('page', request.ip);
    if (request.method === 'POST') {
      // Browsers say where a form comes from; one of another site is never meant.
      if (request.get('sec-fetch-site') === 'cross-site') throw new ForbiddenException();
      await new Promise<void>((resolve, reject) => {
        parseForm(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error as Error)));
      });
    }
    return next.handle();
  }
}
