import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { Database, type Statement, statement, tables } from '#platform/database';
import type { StreamID } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { Guesses, type GuessLimit, WINDOW } from '#platform/limits';
import { Keyring, type SealedColumn, type Sealer } from '#platform/secrets';
import type { RecoveryCodeEntity, SecondFactorEntity } from './second-factor.entity.js';

const db = tables<typeof SecondFactorEntity | typeof RecoveryCodeEntity>();

const ISSUER = 'Lost & Found';
/** Bytes of a secret: as long as the hash it is used with (RFC 4226, section 4). */
const SECRET = 20;
/** How many steps of 30 s a telephone's clock may be off, either way. */
const WINDOW_OF_CODES = 1;
/** Recovery codes of a second factor, and the random characters of each: 80 bits, so that a plain hash cannot be guessed back. */
const CODES = 10;
const CODE = 16;
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Wrong codes for a second factor; then only a recovery code leads in (decisions.md, section 11). */
const WRONG_CODES: GuessLimit = { kind: 'second-factor', windows: [{ most: 20, seconds: WINDOW.day }] };

const PURPOSE = 'second-factor';

export const SEALED_SECOND_FACTORS: SealedColumn = {
  table: 'second_factors',
  key: ['group_id', 'user_id'],
  column: 'sealed_secret',
  purpose: PURPOSE,
  context: ({ group_id, user_id }) => context({ groupID: group_id, id: user_id }),
};

/** A second factor that has been begun: shown once. */
export interface BegunFactor {
  secret: string;
  otpauthUrl: string;
}

/** A code that was given. */
export interface Judged {
  isRight: boolean;
  /** Wrong ones since the last right one; 0 where it was not even compared. */
  inARow: number;
}

const RIGHT: Judged = { isRight: true, inARow: 0 };

/** Codes of authenticator apps (RFC 6238) and recovery codes: each counts once, in whatever process (docs/adr/0028-accounts.md). */
@Injectable()
export class SecondFactors {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keyring: Keyring,
    private readonly clock: Clock,
    private readonly guesses: Guesses,
  ) {
    this.sealer = keyring.of(PURPOSE);
  }

  /** Draws a new secret, in place of one that was begun and not enabled. @returns null when the user has an enabled one */
  async begin(user: StreamID, username: string): Promise<BegunFactor | null> {
    const secret = new Secret({ size: SECRET });
    const begun = await this.database.query(
      db
        .insertInto('second_factors')
        .values({
          group_id: user.groupID,
          user_id: user.id,
          sealed_secret: this.sealer.seal(Buffer.from(secret.bytes), context(user)),
          created_at: this.clock.now().toISOString(),
          used_step: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['group_id', 'user_id'])
            .doUpdateSet((set) => ({
              sealed_secret: set.ref('excluded.sealed_secret'),
              created_at: set.ref('excluded.created_at'),
              used_step: null,
            }))
            .where('second_factors.enabled', '=', false),
        )
        .returning('user_id'),
    );
    if (begun.length === 0) return null;
    return { secret: secret.base32, otpauthUrl: new TOTP({ ...OPTIONS, label: username, secret }).toString() };
  }

  /** Uses up a code of the app, of a second factor that is enabled or only begun. @returns false for a wrong or used one */
  async use(user: StreamID, code: string): Promise<boolean> {
    const row = await this.secretOf(user);
    return row !== null && this.useFor(row, user, code);
  }

  /**
   * Uses up a code of the app or a recovery code. Wrong ones are counted over all processes and addresses: after too many no code of the
   * app counts, and a recovery code begins the count anew. Another second factor does too, as it is counted for itself.
   * @returns whether it was right, and how many wrong ones in a row this makes
   */
  async useAny(user: StreamID, code: string): Promise<Judged> {
    const row = await this.secretOf(user);
    if (!row) return { isRight: false, inARow: 0 };
    const counted = [WRONG_CODES, `${user.groupID}`, `${user.id}`, row.created_at] as const;
    const guess = await this.guesses.take(...counted);
    if (guess && (await this.useFor(row, user, code))) {
      await this.guesses.takeBack([guess]);
      return RIGHT;
    }
    const used = await this.database.query(
      db
        .deleteFrom('recovery_codes')
        .where('group_id', '=', user.groupID)
        .where('user_id', '=', user.id)
        .where('hash', '=', hashOf(code))
        .returning('user_id'),
    );
    if (used.length === 0) return { isRight: false, inARow: guess?.inARow ?? 0 };
    await this.guesses.forget(...counted);
    return RIGHT;
  }

  private secretOf(user: StreamID) {
    return this.database.queryOne(
      db
        .selectFrom('second_factors')
        .select(['sealed_secret', 'created_at'])
        .where('group_id', '=', user.groupID)
        .where('user_id', '=', user.id),
    );
  }

  private async useFor({ sealed_secret }: { sealed_secret: Uint8Array }, user: StreamID, code: string): Promise<boolean> {
    const bytes = this.sealer.open(Buffer.from(sealed_secret), context(user));
    const totp = new TOTP({ ...OPTIONS, secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }) });
    const timestamp = this.clock.now().getTime();
    const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: WINDOW_OF_CODES });
    if (delta === null) return false;
    const step = totp.counter({ timestamp }) + delta;
    const used = await this.database.query(
      db
        .updateTable('second_factors')
        .set({ used_step: step })
        .where('group_id', '=', user.groupID)
        .where('user_id', '=', user.id)
        .where(sql<boolean>`coalesce(used_step, 0) < ${step}::int`)
        .returning('user_id'),
    );
    return used.length > 0;
  }
}

const OPTIONS = { issuer: ISSUER, algorithm: 'SHA1', digits: 6, period: 30 };

/** The sealed secret of one user opens for no other. */
function context({ groupID, id }: Pick<StreamID, 'groupID' | 'id'>): string {
  return `${PURPOSE}/${groupID}/${id}`;
}

/** New recovery codes, in groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const characters = [...randomBytes(CODE)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('');
    return characters.match(/.{4}/g)!.join('-');
  });
}

/** A recovery code however it was typed. */
function hashOf(code: string): Buffer {
  return hash('sha256', code.toLowerCase().replaceAll(/[\s-]/g, ''), 'buffer');
}

/** The statements that ask for codes from now on, and keep the recovery codes. */
export function enableSecondFactor(user: StreamID, recoveryCodes: readonly string[]): Statement[] {
  const hashes = recoveryCodes.map(hashOf);
  return [
    db.updateTable('second_factors').set({ enabled: true }).where('group_id', '=', user.groupID).where('user_id', '=', user.id),
    statement(sql`
      insert into recovery_codes (group_id, user_id, hash)
      select ${user.groupID}::int, ${user.id}::int, unnest(${hashes}::bytea[])`),
  ];
}

/** The statement that deletes a second factor with its recovery codes. */
export function deleteSecondFactor(user: StreamID): Statement {
  return db.deleteFrom('second_factors').where('group_id', '=', user.groupID).where('user_id', '=', user.id);
}
