import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { credentialNamed, foldedUsername } from '#contexts/credentials';
import { ForgetPassword } from '#contexts/users';
import { Semaphore } from '#platform/concurrency';
import { Database } from '#platform/database';
import { RateLimited } from '#platform/http';
import { CallLimits, Counters } from '#platform/limits';
import { KeyedHashes } from '#platform/secrets';
import type { ClientOrigin } from './sign-in.js';

const HOUR = 60 * 60;
/** Requests an hour from one address, and messages an hour to one user. */
const MOST_FROM_ADDRESS = 30;
const MOST_FOR_NAME = 5;

/** Links that are written at once, and that wait: who asks has the answer already. */
const [AT_ONCE, MOST_WAITING] = [4, 1_000];

/** Sends links to users who have forgotten their password (decisions.md, section 11). */
@Injectable()
export class ForgottenPasswords implements BeforeApplicationShutdown {
  private readonly log = new Logger(ForgottenPasswords.name);
  private readonly running = new Set<Promise<void>>();
  private readonly turns = new Semaphore(AT_ONCE, MOST_WAITING);

  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly limits: CallLimits,
    private readonly commands: CommandBus,
    private readonly hashes: KeyedHashes,
  ) {}

  /**
   * Begins to look for the user, and returns before anything is known of it: nobody learns by the time it takes whether there is one.
   * @throws RateLimited
   */
  async ask(username: string, { address, network }: ClientOrigin, requestID: string): Promise<void> {
    const name = foldedUsername(username);
    if (!(await this.isAllowed(name, network))) return;
    const work = this.turns
      .run(() => this.send(name, { requestID, address }))
      .catch((error: Error) => this.log.error(`A link was not sent: ${error.message}`));
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async isAllowed(name: string, network: string): Promise<boolean> {
    if (this.limits.failedSignIns === 0) return true;
    const hashed = (text: string) => this.hashes.of('forgot', text).toString('base64url');
    const [here, mine] = await Promise.all([
      this.counters.raise(`forgot-address:${hashed(network)}`, 1, HOUR),
      this.counters.raise(`forgot-name:${hashed(name)}`, 1, HOUR),
    ]);
    if (here.points > MOST_FROM_ADDRESS) throw new RateLimited(here.resets / 1000, 'password');
    return mine.points <= MOST_FOR_NAME;
  }

  private async send(name: string, call: { requestID: string; address: string | null }): Promise<void> {
    const row = await this.database.queryOne(credentialNamed(name));
    if (row) await this.commands.execute(new ForgetPassword(row.group_id, row.user_id, call));
  }
}
