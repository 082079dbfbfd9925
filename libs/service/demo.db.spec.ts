import { expect, it } from 'vitest';
import { Clock, ROLES } from '#platform/kernel';
import { createDatabase } from '../../test/support/database.js';
import { makeDemo } from './demo.js';

it('the demo is made once, with a user of every role', async () => {
  const database = await createDatabase();
  try {
    const options = { databaseUrl: database.url, redisUrl: null, secretKey: Buffer.alloc(32, 7), clock: new Clock() };
    const demo = await makeDemo(options);
    expect(demo).toMatchObject({ apiToken: expect.stringMatching(/^lf_/), locations: ['demo:1', 'demo:2', 'demo:3'] });
    expect(demo!.users.map(({ userRole }) => userRole)).toEqual(ROLES);
    expect(await makeDemo(options)).toBeNull();
  } finally {
    await database.drop();
  }
});
