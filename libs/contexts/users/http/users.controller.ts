import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type Change,
  Changed,
  CurrentCaller,
  created,
  Endpoint,
  ID,
  listing,
  Problems,
  Requires,
  versioned,
  WholeListQuery,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import { type Caller, cutList } from '#platform/kernel';
import { CreateUser } from '../commands/create-user.js';
import { UpdateUser } from '../commands/update-user.js';
import { DeleteUser } from '../commands/user.commands.js';
import { UserQueries } from '../read-model/user.queries.js';
import { ROLE_RECORDS, RoleRecord } from './roles.js';
import { UserRecord, userRecord } from './user.record.js';
import { NewUser, UsersQuery, UserUpdate } from './user.requests.js';

/** Users and roles (api-v2.md, Endpoints, Users). */
@Controller('api/v2/users')
export class UsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly users: UserQueries,
  ) {}

  @Get()
  @Requires('users.read')
  @Endpoint('listUsers', 'List users', {
    description:
      'Returns the users who share a Location with the caller, and the caller itself, by their ID. `locationAccess` ' +
      'leaves out deactivated Locations.',
    answers: UserRecord,
    list: 'paged',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: UsersQuery) {
    return listing(query, await this.users.page(caller, query), userRecord);
  }

  @Get('roles')
  @Requires('roles.read')
  @Endpoint('listRoles', 'List roles', {
    description: 'Returns the roles that `userRole` takes, from high to low, with what each may do.',
    answers: RoleRecord,
    list: 'whole',
  })
  roles(@Query() query: WholeListQuery) {
    return listing(query, cutList(ROLE_RECORDS, query), (role) => role);
  }

  @Get(':userID')
  @Requires('users.read')
  @Endpoint('getUser', 'Get a user', {
    description:
      'Returns a user who shares a Location with the caller, or the caller itself; others are 404. `locationAccess` ' +
      'leaves out deactivated Locations and those out of the caller’s reach.',
    answers: UserRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('userID') userID: number) {
    return versioned(await this.users.one(caller, userID), userRecord);
  }

  @Post()
  @Requires('users.write')
  @Replays((users: UsersController, { caller, first }) => users.one(caller, first.ID))
  @Endpoint('createUser', 'Create a user', {
    description:
      'Creates a user with access to one Location, who can sign in with this password at once; with `POST ' +
      '/users/invitations` users set their own. Names are unique across the service, whatever their case (409 ' +
      '`username_taken`). A password that is easy to guess is 400 with `too_weak`. A property admin adds no group admin ' +
      '(403).',
    answers: UserRecord,
    status: 201,
  })
  @Problems('username_taken', 'limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewUser) {
    const { locationID, email = null, ...user } = body;
    const row = await this.commands.execute(new CreateUser(caller, { ...user, email, access: { locationID } }));
    return created(`/api/v2/users/${row.id}`, versioned(row, userRecord));
  }

  @Put(':userID')
  @Requires('users.write')
  @Endpoint('updateUser', 'Update a user', {
    description:
      'Changes the given fields; omitted ones keep their value. 403 unless the caller’s access covers all of the user’s ' +
      'and its role is not lower. 409 `username_taken` for a name that another user has, `conflict` for a caller that ' +
      'takes from itself what it needs to call.',
    answers: UserRecord,
  })
  @Problems('username_taken', 'conflict', 'limit_reached')
  async update(@Changed('userID') { caller, id: userID, expected }: Change, @Body() changes: UserUpdate) {
    await this.commands.execute(new UpdateUser(caller, userID, changes, expected));
    return versioned(await this.users.one(caller, userID), userRecord);
  }

  @Delete(':userID')
  @Requires('users.write')
  @Endpoint('deleteUser', 'Delete a user', {
    description:
      'Deletes the user with its access, tokens and sessions; the username can be used again. 403 unless the caller’s ' +
      'access covers all of the user’s and its role is not lower. Nobody deletes itself (409 `conflict`).',
  })
  @Problems('conflict')
  async delete(@Changed('userID') { caller, id: userID, expected }: Change) {
    await this.commands.execute(new DeleteUser(caller, userID, expected));
  }
}
