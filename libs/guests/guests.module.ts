import { Module } from '@nestjs/common';
import { AccessModule } from '#access';
import { IdempotencyModule } from '#idempotency';
import { ItemsModule } from '#items';
import { LanguagesModule } from '#languages';
import { LocationsModule } from '#locations';
import { RequestsModule } from '#requests';
import { DoubleTaps } from './access/double-taps.js';
import { FormTokens } from './access/form-tokens.js';
import { GuestCallers } from './access/guest-callers.js';
import { GuestLimits } from './access/guest-limits.js';
import { Lookup } from './access/lookup.js';
import { FoundController } from './http/found.controller.js';
import { ItemPages } from './http/item-pages.js';
import { LinkPaths } from './http/link-paths.js';
import { LinksController } from './http/links.controller.js';
import { LostController } from './http/lost.controller.js';
import { PageLanguages } from './http/page-languages.js';
import { RequestPages } from './http/request-pages.js';
import { NoPageController, SiteController } from './http/site.controller.js';

/** The pages that guests see, without an account (docs/adr/0014-guest-pages.md). */
@Module({
  imports: [AccessModule, IdempotencyModule, LanguagesModule, LocationsModule, ItemsModule, RequestsModule],
  controllers: [SiteController, LinksController, LostController, FoundController, NoPageController],
  providers: [GuestCallers, GuestLimits, FormTokens, DoubleTaps, Lookup, PageLanguages, LinkPaths, ItemPages, RequestPages],
})
export class GuestsModule {}
