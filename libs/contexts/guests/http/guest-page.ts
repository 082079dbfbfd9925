import { applyDecorators, UseFilters, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { choose, variantOf, wordsIn } from '#contexts/texts';
import { Public } from '#platform/http';
import { ownWishes } from '#platform/kernel';
import type { Branding, Frame } from '../pages/layout.js';
import { GuestPageFilter } from './guest-page.filter.js';
import { GuestPageInterceptor } from './guest-page.interceptor.js';
import { type Openness, openPage } from './headers.js';

/** A controller of guest pages: no authentication, HTML for errors too, not in the OpenAPI document. */
export const GuestPages = () =>
  applyDecorators(Public(), ApiExcludeController(), UseFilters(GuestPageFilter), UseInterceptors(GuestPageInterceptor));

/** The response of a handler: a page, a file to be saved, or a URL to redirect to. */
export type Reply =
  | ({ page: string; status?: number } & Partial<Openness>)
  | { file: string; type: string; name: string }
  | { seeOther: string };

/** Sends the reply, a page with the headers of pages. */
export function send(response: Response, reply: Reply): void {
  if ('seeOther' in reply) response.redirect(303, reply.seeOther);
  else if ('file' in reply) response.type(reply.type).attachment(reply.name).send(reply.file);
  else {
    openPage(response, reply);
    response
      .status(reply.status ?? 200)
      .type('html')
      .send(reply.page);
  }
}

/** The frame of a page. @param wishes language codes, best first; the visitor's explicit choice overrides them */
export function frameOf(request: Request, branding: Branding | null, wishes: (string | null | undefined)[]): Frame {
  const chosen = typeof request.query.lang === 'string' ? choose(request.query.lang) : null;
  const language = variantOf(chosen ?? choose(...wishes), branding?.countryID, accepted(request));
  const query = chosen === null ? '' : `?lang=${chosen}`;
  return { language, words: wordsIn(language), path: request.path, query, branding };
}

/** The frame of a form for an address in the country. */
export function destinedFor(frame: Frame, countryID: string): Frame {
  const language = variantOf(frame.language, countryID);
  return { ...frame, language, words: wordsIn(language) };
}

/** The languages that the browser accepts, best first. */
export function accepted(request: Request): string[] {
  return ownWishes(request.acceptsLanguages().filter((language) => language !== '*'));
}

/** The ID of the HTTP request, as the log has it. */
export function requestIDOf(request: Request): string {
  return String((request as Request & { id?: unknown }).id ?? '');
}
