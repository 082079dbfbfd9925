import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { Groups } from '#contexts/groups';
import { AddLanguage } from '#contexts/languages';
import { CreateLocation } from '#contexts/locations';
import { ApiTokens } from '#contexts/sign-in';
import { CreateUser } from '#contexts/users';
import type { Caller } from '#platform/kernel';
import { DEMO_LANGUAGES, DEMO_LOCATIONS, DEMO_USERS } from './demo.data.js';
import { ServiceModule, type ServiceOptions } from './service.module.js';

/** Credentials and IDs for trying out the service. */
export interface Demo {
  apiToken: string;
  users: { username: string; password: string; userRole: string }[];
  locations: string[];
}

/**
 * Creates the Group `demo` with Languages, Locations, a User of every role and an API token, through the regular commands.
 * @returns null if the installation already has Groups
 */
export async function makeDemo(options: ServiceOptions): Promise<Demo | null> {
  const app = await NestFactory.createApplicationContext(ServiceModule.forRoot(options), { logger: ['error'] });
  try {
    const groups = app.get(Groups);
    if (!(await groups.isEmpty())) return null;
    const group = await groups.create('demo', 'Demo');
    const caller: Caller = { group, actor: { type: 'system' }, role: 'group_admin', scope: { all: true }, requestID: null };
    for (const language of DEMO_LANGUAGES) await app.get(AddLanguage).execute(group.id, language);
    const commands = app.get(CommandBus);
    const locations: string[] = [];
    for (const location of DEMO_LOCATIONS) {
      locations.push((await commands.execute(new CreateLocation(caller, location))).location_id);
    }
    const users: Demo['users'] = [];
    for (const { username, userRole } of DEMO_USERS) {
      const password = randomBytes(12).toString('base64url');
      const access = userRole === 'group_admin' ? 'all-locations' : { locationID: locations[0]! };
      const email = `${username}@example.com`;
      await commands.execute(new CreateUser(caller, { username, password, email, userRole, access }));
      users.push({ username, password, userRole });
    }
    const { token } = await app.get(ApiTokens).create(group.id);
    return { apiToken: token, users, locations };
  } finally {
    await app.close();
  }
}
