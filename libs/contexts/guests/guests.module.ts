import { Module } from '@nestjs/common';
import { GroupsModule } from '#contexts/groups';
import { GuestSettingsModule } from '#contexts/guest-settings';
import { ItemsModule } from '#contexts/items';
import { LanguagesModule } from '#contexts/languages';
import { LocationsModule } from '#contexts/locations';
import { MessagesModule } from '#contexts/messages';
import { PaymentsModule } from '#contexts/payments';
import { RequestsModule } from '#contexts/requests';
import { UsersModule } from '#contexts/users';
import { IdempotencyModule } from '#platform/idempotency';
import { LimitsModule } from '#platform/limits';
import { Drafts } from './guard/drafts.js';
import { DuplicateSubmissions } from './guard/duplicate-submissions.js';
import { FormTokens } from './guard/form-tokens.js';
import { GuestCallers } from './guard/guest-callers.js';
import { GuestLimits } from './guard/guest-limits.js';
import { LinkSending } from './guard/link-sending.js';
import { Lookup } from './guard/lookup.js';
import { AccountController } from './http/account.controller.js';
import { ClosedLinks } from './http/closed-links.js';
import { FindsPages } from './http/finds-pages.js';
import { FoundController } from './http/found.controller.js';
import { ItemPages } from './http/item-pages.js';
import { LabelsController } from './http/labels.controller.js';
import { LinkPaths } from './http/link-paths.js';
import { LinksController } from './http/links.controller.js';
import { LocationForms } from './http/location-forms.js';
import { LostController } from './http/lost.controller.js';
import { SendingOffers } from './http/offers.js';
import { OwnerAnswers } from './http/owner-answers.js';
import { PageFrames } from './http/page-frames.js';
import { PhotoForms } from './http/photo-forms.js';
import { RequestPages } from './http/request-pages.js';
import { NoPageController, SiteController } from './http/site.controller.js';
import { WritePages } from './http/write-pages.js';

/** The web pages for guests, who have no account, and the one where users set their password (docs/adr/0014-guest-pages.md). */
@Module({
  imports: [
    GroupsModule,
    GuestSettingsModule,
    LimitsModule,
    IdempotencyModule,
    LanguagesModule,
    LocationsModule,
    ItemsModule,
    PaymentsModule,
    RequestsModule,
    MessagesModule,
    UsersModule,
  ],
  controllers: [
    SiteController,
    AccountController,
    LinksController,
    LostController,
    FoundController,
    LabelsController,
    NoPageController,
  ],
  providers: [
    GuestCallers,
    GuestLimits,
    FormTokens,
    Drafts,
    DuplicateSubmissions,
    Lookup,
    LinkSending,
    PageFrames,
    ClosedLinks,
    LinkPaths,
    LocationForms,
    PhotoForms,
    ItemPages,
    FindsPages,
    OwnerAnswers,
    SendingOffers,
    RequestPages,
    WritePages,
  ],
})
export class GuestsModule {}
