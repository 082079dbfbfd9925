import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { choose, type Words, wordsIn } from '#contexts/texts';
import { refusalOf } from '#platform/http';
import { messagePage } from '../pages/layout.js';
import { setPageHeaders } from './headers.js';

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
    const chosen = typeof request.query.lang === 'string' ? request.query.lang : null;
    const language = choose(chosen, ...request.acceptsLanguages());
    const frame = { language, words: wordsIn(language), path: request.path, query: '', place: null };
    response
      .status(status)
      .type('html')
      .send(messagePage(frame, sentenceFor(status, frame.words, request.path)));
  }
}

/** An unknown link was truncated or has expired, so it gets the text for expired links. */
function sentenceFor(status: number, { errors }: Words, path: string): { title: string; text: string } {
  if (status === 404) return path.startsWith('/g/') ? errors[410] : errors[404];
  if (status === 410 || status === 429) return errors[status];
  return status >= 500 ? errors[500] : errors[400];
}
