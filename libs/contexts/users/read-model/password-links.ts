import { Injectable } from '@nestjs/common';
import type { PasswordAccountLink } from '#contexts/links';
import { Database, type Row, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { UserEntity } from './user.entity.js';

const db = tables<typeof UserEntity>();

/** The user that a link sets a password for. */
export type UserOfLink = Pick<Row<typeof UserEntity>, 'username' | 'email' | 'invited'>;

/** The user that a link verifies the address of. */
export interface UserToVerify {
  username: string;
  email: string;
}

/** Reads the users of links to set a password and to verify an address. */
@Injectable()
export class PasswordLinks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The user of a link that is open; null when it has ended. */
  async userOf({ groupID, userID, link }: PasswordAccountLink): Promise<UserOfLink | null> {
    const open = db
      .selectFrom('users')
      .select(['username', 'email', 'invited'])
      .where('group_id', '=', groupID)
      .where('id', '=', userID)
      .where('disabled', '=', false)
      .where('password_link', '=', link)
      .where('password_link_until', '>', this.clock.now().toISOString());
    return this.database.queryOne(open);
  }

  /** A user with an email that is still to be verified; null otherwise. */
  async toVerify({ groupID, userID }: Omit<PasswordAccountLink, 'link'>): Promise<UserToVerify | null> {
    const pending = db
      .selectFrom('users')
      .select(['username', 'email'])
      .where('group_id', '=', groupID)
      .where('id', '=', userID)
      .where('disabled', '=', false)
      .where('email_pending', '=', true)
      .where('email', 'is not', null)
      .$narrowType<{ email: string }>();
    return this.database.queryOne(pending);
  }
}
