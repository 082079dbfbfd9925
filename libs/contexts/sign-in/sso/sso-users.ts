import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { GroupSso } from '#contexts/groups';
import type { UserDirectory } from '#contexts/users';
import { Database, tables } from '#platform/database';
import type { StatedEmail } from './stated-email.js';

/** The proof that Entra ID leaves out: it sends addresses that its administrators have entered, and says nothing of them. */
const UNPROVEN =
  'the provider does not say whether the email is verified ("email_verified"), and it is in no domain that is a Group\'s own ' +
  '(admin group sso --domain)';

const db = tables<typeof UserDirectory | typeof GroupSso>();

/** A user with the email that the provider has named. */
export interface SsoUser {
  groupID: number;
  userID: number;
}

/**
 * Finds the user of an email that the provider has verified, or that is in a domain of the Group's own (decisions.md, section 5), so
 * that no Group's entry breaks or catches the sign-in of another's user (docs/adr/0028-accounts.md).
 */
@Injectable()
export class SsoUsers {
  constructor(private readonly database: Database) {}

  /**
   * @param groupCode the Group that was asked for
   * @returns why there is none: without a user, when several may be meant, or when nothing says that the email is theirs
   */
  async of({ email, isVerified }: StatedEmail, groupCode: string | null): Promise<SsoUser | string> {
    if (isVerified === false) return 'the provider says that the email is not verified';
    const bound = await this.database.query(db.selectFrom('group_sso').select(['id', 'code', 'sso_domains']));
    const domain = domainOf(email);
    const owner = bound.find(({ sso_domains }) => sso_domains.includes(domain));
    if (isVerified === null && !owner) return UNPROVEN;
    const groups = (owner ? [owner] : bound).filter(({ code }) => groupCode === null || code === groupCode);
    const users = await this.database.query(
      db
        .selectFrom('user_directory')
        .select(['group_id as groupID', 'id as userID', 'email_validated'])
        .where(sql<boolean>`group_id = any(${groups.map(({ id }) => id)}::int[])`)
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .limit(1_000),
    );
    // Persons with a place that nothing but another Group's entry could take: the only ones who may be taken without a proof.
    const isTheirs = groupCode !== null || owner !== undefined || bound.length === 1;
    const proven = users.filter(({ email_validated }) => email_validated);
    const candidates = proven.length > 0 || !isTheirs ? proven : users;
    const [user] = candidates;
    if (user === undefined) return 'no user of the Group has the email, or it was not verified in any Group before';
    return candidates.length === 1 ? user : 'several users have the email, and the call does not name the Group';
  }
}

/** As it is kept: in lower case, and in the form of the DNS. */
function domainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1));
}
