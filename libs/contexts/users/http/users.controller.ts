import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CurrentCaller,
  created,
  Endpoint,
  type ExpectedVersions,
  ID,
  IfMatch,
  listing,
  Problems,
  Replays,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { type Caller, cutList } from '#platform/kernel';
import { CreateUser } from '../commands/create-user.js';
import { DeleteUser } from '../commands/delete-user.js';
import { UpdateUser } from '../commands/update-user.js';
import { UserQueries } from '../read-model/user.queries.js';
import { ROLE_RECORDS, RoleRecord } from './roles.js';
import { UserRecord, userRecord } from './user.record.js';
import { NewUser, UsersQuery, UserUpdate } from './user.requests.js';

/** Users and roles (api-v2.md, Endpoints, Users). */
@ApiTags('Users')
@Controller('api/v2/users')
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly users: UserQueries,
  ) {}

  @Get()
  @Requires('users.read')
  @Endpoint('listUsers', 'List users', {
    description: 'Returns the users who share a Location with the caller, and the caller itself.',
    answers: UserRecord,
    list: 'paged',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: UsersQuery) {
    return listing(query, await this.users.page(caller, query), userRecord);
  }

  @Get('roles')
  @Requires('roles.read')
  @Endpoint('listRoles', 'List roles', { answers: RoleRecord, list: 'whole' })
  roles(@Query() query: WholeListQuery) {
    return listing(query, cutList(ROLE_RECORDS, query), (role) => role);
  }

  @Get(':userID')
  @Requires('users.read')
  @Endpoint('getUser', 'Get a user', { answers: UserRecord, versioned: true, derived: true })
  async one(@CurrentCaller() caller: Caller, @ID('userID') userID: number) {
    return versioned(await this.users.one(caller, userID), userRecord);
  }

  @Post()
  @Requires('users.write')
  @Replays((users: UsersController, { caller, first }) => users.one(caller, first.ID))
  @Endpoint('createUser', 'Create a user', {
    description: 'Creates a user with access to one Location.',
    answers: UserRecord,
    status: 201,
    versioned: true,
  })
  @Problems('username_taken', 'limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewUser) {
    const { locationID, email = null, ...user } = body;
    const row = await this.commands.execute(new CreateUser(caller, { ...user, email, access: { locationID } }));
    return created(`/api/v2/users/${row.id}`, versioned(row, userRecord));
  }

  @Put(':userID')
  @Requires('users.write')
  @Endpoint('updateUser', 'Update a user', { answers: UserRecord, versioned: true })
  @Problems('username_taken', 'conflict')
  async update(
    @CurrentCaller() caller: Caller,
    @ID('userID') userID: number,
    @Body() changes: UserUpdate,
    @IfMatch() expected: ExpectedVersions,
  ) {
    await this.commands.execute(new UpdateUser(caller, userID, changes, expected));
    return versioned(await this.users.one(caller, userID), userRecord);
  }

  @Delete(':userID')
  @Requires('users.write')
  @Endpoint('deleteUser', 'Delete a user', {
    description: 'Also deletes the user’s access, tokens and sessions. The username can be used again.',
  })
  @Problems('conflict')
  async delete(@CurrentCaller() caller: Caller, @ID('userID') userID: number, @IfMatch() expected: ExpectedVersions) {
    await this.commands.execute(new DeleteUser(caller, userID, expected));
  }
}
