import { Module } from '@nestjs/common';
import { CALLER_RESOLVER } from '#http';
import { LocationsModule } from '#locations';
import { BearerResolver } from './caller.resolver.js';
import { AccessFactsReader } from './commands/access-facts.js';
import { ApiTokens } from './commands/api-tokens.js';
import { ChangeRegionHandler } from './commands/change-region.js';
import { ChangeUserHandler } from './commands/change-user.js';
import { CreateUserHandler } from './commands/create-user.js';
import { Groups } from './commands/groups.js';
import { RegionsController } from './http/regions.controller.js';
import { UserAccessController } from './http/user-access.controller.js';
import { UsersController } from './http/users.controller.js';
import { RegionQueries } from './read-model/region.queries.js';
import { UserQueries } from './read-model/user.queries.js';

@Module({
  imports: [LocationsModule],
  controllers: [UsersController, UserAccessController, RegionsController],
  providers: [
    Groups,
    ApiTokens,
    AccessFactsReader,
    CreateUserHandler,
    ChangeUserHandler,
    ChangeRegionHandler,
    UserQueries,
    RegionQueries,
    { provide: CALLER_RESOLVER, useClass: BearerResolver },
  ],
  exports: [Groups, ApiTokens],
})
export class AccessModule {}
