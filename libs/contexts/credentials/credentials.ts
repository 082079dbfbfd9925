import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { Semaphore } from '#platform/concurrency';
import { isUniqueViolation, type Statement, tables } from '#platform/database';
import type { StreamID } from '#platform/event-store';
import { DomainError } from '#platform/kernel';
import type { CredentialEntity } from './credential.entity.js';
import { notingEnded } from './ended-sessions.js';
import type { SecondFactorEntity } from './second-factor.entity.js';
import type { KnownAddressEntity } from './session.entity.js';

const db = tables<typeof CredentialEntity | typeof KnownAddressEntity | typeof SecondFactorEntity>();

/** Usernames are unique across the service, compared without case (decisions.md, section 5). */
export class UsernameTaken extends DomainError {
  constructor() {
    super('conflict', 'username_taken', 'Another user has this username.');
  }
}

/**
 * Hashes that are computed at once, that wait, and for how many milliseconds: they would fill the threads that files, names and compression
 * need too. Sign-ins take turns by address and name before.
 */
const HASHES = new Semaphore(2, 250, 6_000);

/** Argon2id with the library's defaults (19 MiB, two passes), computed outside the event loop. @throws Unavailable */
export function hashPassword(password: string): Promise<string> {
  return HASHES.run(() => hash(password));
}

/** Whether the password is the hashed one. @throws Unavailable */
export function isPassword(password: string, passwordHash: string): Promise<boolean> {
  return HASHES.run(() => verify(passwordHash, password));
}

/** A username as it is compared: case-folded and in Unicode normalization form KC. */
export function foldedUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

/** Data for signing in by a name. */
export interface NamedCredential {
  group_id: number;
  user_id: number;
  password_hash: string;
  blocked: boolean;
  /** Whether a code is needed too. */
  second_factor: boolean;
}

/** The statement that finds the credential with this folded username. */
export function credentialNamed(username: string): Statement<NamedCredential> {
  return withFactor().where('credentials.username', '=', username);
}

/** The statement that finds the credential of a user. */
export function credentialOf(user: StreamID): Statement<NamedCredential & { username: string }> {
  return withFactor()
    .select('credentials.username')
    .where('credentials.group_id', '=', user.groupID)
    .where('credentials.user_id', '=', user.id);
}

function withFactor() {
  return db
    .selectFrom('credentials')
    .leftJoin('second_factors', (join) =>
      join
        .onRef('second_factors.group_id', '=', 'credentials.group_id')
        .onRef('second_factors.user_id', '=', 'credentials.user_id'),
    )
    .select(['credentials.group_id', 'credentials.user_id', 'credentials.password_hash', 'credentials.blocked'])
    .select((select) => select.fn.coalesce('second_factors.enabled', select.val(false)).as('second_factor'));
}

/** The statement that returns a row if the user with that folded name has signed in from the address before. */
export function knownAddress(username: string, address: Buffer): Statement<{ user_id: number }> {
  return db
    .selectFrom('known_addresses')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.group_id', '=', 'known_addresses.group_id')
        .onRef('credentials.user_id', '=', 'known_addresses.user_id'),
    )
    .select('credentials.user_id')
    .where('credentials.username', '=', username)
    .where('known_addresses.address', '=', address);
}

/** The statement that stores the credential of a new user. */
export function insertCredential(user: StreamID, username: string, passwordHash: string): Statement {
  return db.insertInto('credentials').values({
    group_id: user.groupID,
    user_id: user.id,
    username: foldedUsername(username),
    password_hash: passwordHash,
    last_login_at: null,
  });
}

/** The statement that changes the credential of a user. */
export function updateCredential(
  user: StreamID,
  changes: { username?: string; passwordHash?: string; blocked?: boolean },
): Statement {
  const { username, passwordHash, blocked } = changes;
  return db
    .updateTable('credentials')
    .set({
      ...(username !== undefined && { username: foldedUsername(username) }),
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(blocked !== undefined && { blocked }),
    })
    .where('group_id', '=', user.groupID)
    .where('user_id', '=', user.id);
}

/** The statement that deletes a credential and with it the user's sessions; the username can be used again. */
export function deleteCredential(user: StreamID): Statement {
  const ofUser = sql`group_id = ${user.groupID}::int and user_id = ${user.id}::int`;
  return notingEnded(sql`select from sessions where ${ofUser}`, sql`, deleted as (delete from credentials where ${ofUser})`);
}

/** Runs work that stores a username. @throws UsernameTaken when another user of the service has it */
export async function takingUsername<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'credentials_username')) throw new UsernameTaken();
    throw error;
  }
}
