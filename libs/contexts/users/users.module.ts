import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { ChangeOwnEmailHandler } from './commands/change-own-email.js';
import { ChangeOwnLanguageHandler } from './commands/change-own-language.js';
import { ChangeOwnPasswordHandler } from './commands/change-own-password.js';
import { CreateRegionHandler } from './commands/create-region.js';
import { CreateUserHandler } from './commands/create-user.js';
import { DeleteRegionHandler } from './commands/delete-region.js';
import { DeleteUserHandler } from './commands/delete-user.js';
import { DisableUserHandler } from './commands/disable-user.js';
import { ForgetPasswordHandler } from './commands/forget-password.js';
import { GiveAccessHandler } from './commands/give-access.js';
import { GroupQuota } from './commands/group-quota.js';
import { InviteAgainHandler } from './commands/invite-again.js';
import { InviteUserHandler } from './commands/invite-user.js';
import { OwnCommands } from './commands/own-commands.js';
import { RegionCommands } from './commands/region-commands.js';
import { SetPasswordByLinkHandler } from './commands/set-password-by-link.js';
import { SetSecondFactorHandler } from './commands/set-second-factor.js';
import { TakeAccessHandler } from './commands/take-access.js';
import { TakeSecondFactorHandler } from './commands/take-second-factor.js';
import { UpdateRegionHandler } from './commands/update-region.js';
import { UpdateUserHandler } from './commands/update-user.js';
import { UserCommands } from './commands/user-commands.js';
import { ValidateEmailHandler } from './commands/validate-email.js';
import { CountryMovesModule } from './country-moves.module.js';
import { RegionsController } from './http/regions.controller.js';
import { UserAccessController } from './http/user-access.controller.js';
import { UserAccountsController } from './http/user-accounts.controller.js';
import { UsersController } from './http/users.controller.js';
import { PasswordLinks } from './read-model/password-links.js';
import { RegionQueries } from './read-model/region.queries.js';
import { UserQueries } from './read-model/user.queries.js';

@Module({
  imports: [LocationsModule, CountryMovesModule],
  controllers: [UsersController, UserAccountsController, UserAccessController, RegionsController],
  providers: [
    GroupQuota,
    UserCommands,
    CreateUserHandler,
    UpdateUserHandler,
    DeleteUserHandler,
    GiveAccessHandler,
    TakeAccessHandler,
    ValidateEmailHandler,
    ChangeOwnEmailHandler,
    ChangeOwnLanguageHandler,
    ChangeOwnPasswordHandler,
    DisableUserHandler,
    ForgetPasswordHandler,
    InviteAgainHandler,
    InviteUserHandler,
    OwnCommands,
    SetPasswordByLinkHandler,
    SetSecondFactorHandler,
    TakeSecondFactorHandler,
    PasswordLinks,
    RegionCommands,
    CreateRegionHandler,
    UpdateRegionHandler,
    DeleteRegionHandler,
    UserQueries,
    RegionQueries,
  ],
  exports: [UserQueries, PasswordLinks],
})
export class UsersModule {}
