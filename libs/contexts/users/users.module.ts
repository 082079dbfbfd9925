import { Module } from '@nestjs/common';
import { COUNTRY_MOVES, LocationsModule } from '#contexts/locations';
import { AccessFactsReader } from './commands/access-facts.js';
import { ChangeRegionHandler } from './commands/change-region.js';
import { ChangeUserHandler } from './commands/change-user.js';
import { CreateUserHandler } from './commands/create-user.js';
import { UserCountryMoves } from './commands/user-country-moves.js';
import { RegionsController } from './http/regions.controller.js';
import { UserAccessController } from './http/user-access.controller.js';
import { UsersController } from './http/users.controller.js';
import { RegionQueries } from './read-model/region.queries.js';
import { UserQueries } from './read-model/user.queries.js';

@Module({
  imports: [LocationsModule],
  controllers: [UsersController, UserAccessController, RegionsController],
  providers: [
    AccessFactsReader,
    CreateUserHandler,
    ChangeUserHandler,
    ChangeRegionHandler,
    UserQueries,
    RegionQueries,
    { provide: COUNTRY_MOVES, useClass: UserCountryMoves },
  ],
  exports: [UserQueries],
})
export class UsersModule {}
