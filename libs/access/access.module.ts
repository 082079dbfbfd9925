import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { CALLER_RESOLVER } from '#http';
import { COUNTRY_MOVES, LocationsModule } from '#locations';
import { BearerResolver } from './caller.resolver.js';
import { AccessFactsReader } from './commands/access-facts.js';
import { ApiTokens } from './commands/api-tokens.js';
import { ChangeRegionHandler } from './commands/change-region.js';
import { ChangeUserHandler } from './commands/change-user.js';
import { CreateUserHandler } from './commands/create-user.js';
import { Groups } from './commands/groups.js';
import { TokenUse } from './commands/token-use.js';
import { UserCountryMoves } from './commands/user-country-moves.js';
import { AuthController } from './http/auth.controller.js';
import { CallLimitInterceptor } from './http/call-limit.interceptor.js';
import { RegionsController } from './http/regions.controller.js';
import { SsoController } from './http/sso.controller.js';
import { UserAccessController } from './http/user-access.controller.js';
import { UsersController } from './http/users.controller.js';
import { CallLimiter } from './limits/call-limiter.js';
import { Counters } from './limits/counters.js';
import { SignInLimiter } from './limits/sign-in-limiter.js';
import { RegionQueries } from './read-model/region.queries.js';
import { UserQueries } from './read-model/user.queries.js';
import { AccessTokens } from './sign-in/access-tokens.js';
import { Sessions } from './sign-in/sessions.js';
import { SignIn } from './sign-in/sign-in.js';
import { SigningKeys } from './sign-in/signing-keys.js';
import { UserCallers } from './sign-in/user-callers.js';
import { IdentityProvider } from './sso/identity-provider.js';
import { SsoSignIn } from './sso/sso-sign-in.js';

@Module({
  imports: [LocationsModule],
  controllers: [UsersController, UserAccessController, RegionsController, AuthController, SsoController],
  providers: [
    Groups,
    ApiTokens,
    AccessFactsReader,
    CreateUserHandler,
    ChangeUserHandler,
    ChangeRegionHandler,
    UserQueries,
    RegionQueries,
    TokenUse,
    Counters,
    CallLimiter,
    SignInLimiter,
    SigningKeys,
    AccessTokens,
    Sessions,
    SignIn,
    UserCallers,
    IdentityProvider,
    SsoSignIn,
    { provide: APP_INTERCEPTOR, useClass: CallLimitInterceptor },
    { provide: CALLER_RESOLVER, useClass: BearerResolver },
    { provide: COUNTRY_MOVES, useClass: UserCountryMoves },
  ],
  exports: [Groups, ApiTokens, UserQueries, Counters],
})
export class AccessModule {}
