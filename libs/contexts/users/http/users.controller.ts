import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  Answer,
  CurrentCaller,
  expectedVersions,
  IdParam,
  listing,
  Problems,
  Requires,
  setEntityTag,
  WholeListQuery,
} from '#platform/http';
import { type Caller, cutList } from '#platform/kernel';
import { CreateUser } from '../commands/create-user.js';
import { DeleteUser } from '../commands/delete-user.js';
import { UpdateUser } from '../commands/update-user.js';
import { UserQueries, type UserRow } from '../read-model/user.queries.js';
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
  @ApiOperation({ operationId: 'listUsers', summary: 'List the users who share a Location with the caller' })
  @Answer(UserRecord, { list: 'bare', paged: 'always' })
  async list(@CurrentCaller() caller: Caller, @Query() query: UsersQuery) {
    return listing(query, await this.users.page(caller, query), userRecord);
  }

  @Get('roles')
  @Requires('roles.read')
  @ApiOperation({ operationId: 'listRoles', summary: 'List all roles' })
  @Answer(RoleRecord, { list: 'bare', paged: 'when asked' })
  roles(@Query() query: WholeListQuery) {
    return listing(query, cutList(ROLE_RECORDS, query), (role) => role);
  }

  @Get(':userID')
  @Requires('users.read')
  @ApiOperation({ operationId: 'getUser', summary: 'Read a user' })
  @Answer(UserRecord, { versioned: true })
  async one(
    @CurrentCaller() caller: Caller,
    @Param('userID', IdParam) userID: number,
    @Res({ passthrough: true }) response: Response,
  ) {
    return answer(await this.users.one(caller, userID), response);
  }

  @Post()
  @Requires('users.write')
  @ApiOperation({ operationId: 'createUser', summary: 'Add a user with access to one Location' })
  @Answer(UserRecord, { status: 201, versioned: true })
  @Problems('username_taken')
  async create(@CurrentCaller() caller: Caller, @Body() body: NewUser, @Res({ passthrough: true }) response: Response) {
    const { locationID, email = null, ...user } = body;
    const row = await this.commands.execute(new CreateUser(caller, { ...user, email, access: { locationID } }));
    response.setHeader('Location', `/api/v2/users/${row.id}`);
    return answer(row, response);
  }

  @Put(':userID')
  @Requires('users.write')
  @ApiOperation({ operationId: 'updateUser', summary: 'Update a user' })
  @Answer(UserRecord, { versioned: true })
  @Problems('username_taken', 'precondition_failed', 'conflict')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('userID', IdParam) userID: number,
    @Body() changes: UserUpdate,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.commands.execute(new UpdateUser(caller, userID, changes, expectedVersions(request)));
    return answer(await this.users.one(caller, userID), response);
  }

  @Delete(':userID')
  @HttpCode(204)
  @Requires('users.write')
  @ApiOperation({ operationId: 'deleteUser', summary: 'Delete a user with its access, tokens and sessions' })
  @Answer(null, { status: 204 })
  @Problems('precondition_failed', 'conflict')
  async delete(@CurrentCaller() caller: Caller, @Param('userID', IdParam) userID: number, @Req() request: Request) {
    await this.commands.execute(new DeleteUser(caller, userID, expectedVersions(request)));
  }
}

function answer(row: UserRow, response: Response): UserRecord {
  setEntityTag(response, row.version);
  return userRecord(row);
}
