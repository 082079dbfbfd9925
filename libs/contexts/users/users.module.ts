import { Module } from '@nestjs/common';
import { LocationsModule } from '#contexts/locations';
import { CreateRegionHandler } from './commands/create-region.js';
import { CreateUserHandler } from './commands/create-user.js';
import { DeleteRegionHandler } from './commands/delete-region.js';
import { DeleteUserHandler } from './commands/delete-user.js';
import { GiveAccessHandler } from './commands/give-access.js';
import { RegionCommands } from './commands/region-commands.js';
import { TakeAccessHandler } from './commands/take-access.js';
import { UpdateRegionHandler } from './commands/update-region.js';
import { UpdateUserHandler } from './commands/update-user.js';
import { UserCommands } from './commands/user-commands.js';
import { ValidateEmailHandler } from './commands/validate-email.js';
import { CountryMovesModule } from './country-moves.module.js';
import { RegionsController } from './http/regions.controller.js';
import { UserAccessController } from './http/user-access.controller.js';
import { UsersController } from './http/users.controller.js';
import { RegionQueries } from './read-model/region.queries.js';
import { UserQueries } from './read-model/user.queries.js';

@Module({
  imports: [LocationsModule, CountryMovesModule],
  controllers: [UsersController, UserAccessController, RegionsController],
  providers: [
    UserCommands,
    CreateUserHandler,
    UpdateUserHandler,
    DeleteUserHandler,
    GiveAccessHandler,
    TakeAccessHandler,
    ValidateEmailHandler,
    RegionCommands,
    CreateRegionHandler,
    UpdateRegionHandler,
    DeleteRegionHandler,
    UserQueries,
    RegionQueries,
  ],
  exports: [UserQueries],
})
export class UsersModule {}
