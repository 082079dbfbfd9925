import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { CreateUserHandler } from './commands/create-user.js';
import { OWN_COMMANDS } from './commands/own.commands.js';
import { OwnExecutor } from './commands/own.executor.js';
import { ChangeOwnPasswordHandler, SetPasswordByLinkHandler } from './commands/own-password.js';
import { REGION_COMMANDS } from './commands/region.commands.js';
import { RegionExecutor } from './commands/region.executor.js';
import { UpdateUserHandler } from './commands/update-user.js';
import { USER_COMMANDS } from './commands/user.commands.js';
import { UserExecutor } from './commands/user.executor.js';
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
    UserExecutor,
    ...USER_COMMANDS,
    CreateUserHandler,
    UpdateUserHandler,
    OwnExecutor,
    ...OWN_COMMANDS,
    ChangeOwnPasswordHandler,
    SetPasswordByLinkHandler,
    RegionExecutor,
    ...REGION_COMMANDS,
    PasswordLinks,
    UserQueries,
    RegionQueries,
  ],
  exports: [UserQueries, PasswordLinks],
})
export class UsersModule {}
