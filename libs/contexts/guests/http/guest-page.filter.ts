import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { choose, variantOf, type Words, wordsIn } from '#contexts/texts';
import { refusalOf } from '#platform/http';
import { ownWishes } from '#platform/kernel';
import { messagePage } from '../pages/layout.js';
import { contact } from '../pages/pickup.js';
import { setPageHeaders } from './headers.js';
import { LinkClosed } from './link-closed.js';

type LoggedRequest = Request & { log?: { error(context: object, message: string): void } };

/** Renders errors as HTML pages for guests. */
@Catch()
export class GuestPageFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<LoggedRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const status = error instanceof HttpException ? error.getStatus() : refusalOf(error).status;
    if (status >= 500) request.log?.error({ err: error }, 'guest page failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    setPageHeaders(response);
    response.set(refusalOf(error).headers ?? {});
    const isClosed = error instanceof LinkClosed;
    const guestLocation = isClosed ? error.guestLocation : null;
    const chosen = typeof request.query.lang === 'string' ? request.query.lang : null;
    const wishes = ownWishes(request.acceptsLanguages());
    const language = variantOf(choose(chosen, ...wishes), guestLocation?.branding.countryID, wishes);
    const branding = guestLocation?.branding ?? null;
    const frame = { language, words: wordsIn(language), path: request.path, query: '', branding };
    const more = guestLocation ? contact(frame, guestLocation) : undefined;
    const page = messagePage(frame, sentenceFor(isClosed ? 410 : status, frame.words), more);
    response.status(status).type('html').send(page);
  }
}

/** A link that was never made is most likely one that was cut off. */
function sentenceFor(status: number, { errors }: Words): { title: string; text: string } {
  if (status === 404 || status === 410 || status === 429) return errors[status];
  return status >= 500 ? errors[500] : errors[400];
}
