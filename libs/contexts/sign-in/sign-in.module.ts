import { Global, Module } from '@nestjs/common';
import { CredentialsModule } from '#contexts/credentials';
import { GroupsModule } from '#contexts/groups';
import { UsersModule } from '#contexts/users';
import { CALLER_RESOLVER } from '#platform/http';
import { LimitsModule } from '#platform/limits';
import { ActorCallers } from './actor-callers.js';
import { ActorNames } from './actor-names.js';
import { BearerResolver } from './caller.resolver.js';
import { ForgottenPasswords } from './forgotten-passwords.js';
import { AuthController } from './http/auth.controller.js';
import { DeskCookie } from './http/desk-cookie.js';
import { DeskSessionController } from './http/desk-session.controller.js';
import { MeController } from './http/me.controller.js';
import { Me } from './http/me.js';
import { MeTotpController } from './http/me-totp.controller.js';
import { SsoController } from './http/sso.controller.js';
import { TokensController } from './http/tokens.controller.js';
import { NewPlaces } from './new-places.js';
import { OwnProof } from './own-proof.js';
import { OwnSecondFactor } from './own-second-factor.js';
import { PasswordSignIn } from './password-sign-in.js';
import { RefreshLimiter } from './refresh-limiter.js';
import { SignIn } from './sign-in.js';
import { SignInLimiter } from './sign-in-limiter.js';
import { SignInMetrics } from './sign-in-metrics.js';
import { IdentityProvider } from './sso/identity-provider.js';
import { SsoSignIn } from './sso/sso-sign-in.js';
import { SsoUsers } from './sso/sso-users.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { ApiTokenCallers } from './tokens/api-token-callers.js';
import { ApiTokens } from './tokens/api-tokens.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { TokenUse } from './tokens/token-use.js';
import { UserCallers } from './user-callers.js';

/** Global, because the platform uses it to identify the caller. */
@Global()
@Module({
  imports: [CredentialsModule, LimitsModule, GroupsModule, UsersModule],
  controllers: [AuthController, DeskSessionController, SsoController, MeController, MeTotpController, TokensController],
  providers: [
    ApiTokens,
    ApiTokenCallers,
    TokenUse,
    SignInLimiter,
    NewPlaces,
    RefreshLimiter,
    SigningKeys,
    AccessTokens,
    SignIn,
    PasswordSignIn,
    SignInMetrics,
    DeskCookie,
    ForgottenPasswords,
    OwnProof,
    OwnSecondFactor,
    Me,
    UserCallers,
    ActorCallers,
    ActorNames,
    IdentityProvider,
    SsoSignIn,
    SsoUsers,
    { provide: CALLER_RESOLVER, useClass: BearerResolver },
  ],
  exports: [ApiTokens, ActorCallers, ActorNames, CALLER_RESOLVER],
})
export class SignInModule {}
