import { Injectable } from '@nestjs/common';
import { Database, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { UserEntity } from './user.entity.js';

const db = tables<typeof UserEntity>();

/** A link to set a password: whose it is, and its number among the user's. */
export interface LinkOfUser {
  groupID: number;
  userID: number;
  link: number;
}

/** The user whose password a link sets. */
export interface UserOfLink {
  username: string;
  email: string | null;
  invited: boolean;
}

/** The user whose address a link verifies. */
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
  async userOf({ groupID, userID, link }: LinkOfUser): Promise<UserOfLink | null> {
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

  /** A user whose email is still to be verified; null otherwise. */
  async toVerify({ groupID, userID }: Pick<LinkOfUser, 'groupID' | 'userID'>): Promise<UserToVerify | null> {
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
