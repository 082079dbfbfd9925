import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type BegunFactor, credentialOf, newRecoveryCodes, SecondFactors } from '#contexts/credentials';
import { type OwnCaller, ownStream, SetSecondFactor, UserQueries } from '#contexts/users';
import { Database } from '#platform/database';
import { DomainError } from '#platform/kernel';
import { OwnProof } from './own-proof.js';

/** Begins, switches on and removes the second factor of a caller (decisions.md, section 11). */
@Injectable()
export class OwnSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly proof: OwnProof,
    private readonly users: UserQueries,
    private readonly commands: CommandBus,
  ) {}

  /** @throws DomainError `conflict` when there is one already, `invalid_credentials`; RateLimited */
  async begin(caller: OwnCaller, password: string | undefined): Promise<BegunFactor> {
    if (await this.isOn(caller)) throw alreadyOn();
    await this.proof.password(caller, password, 'second-factor.on');
    const { username } = await this.users.one(caller, caller.actor.userID);
    const begun = await this.factors.begin(ownStream(caller), username);
    if (!begun) throw alreadyOn();
    return begun;
  }

  /** @returns the recovery codes @throws DomainError `conflict` when there is one already, `invalid_credentials`; RateLimited */
  async enable(caller: OwnCaller, code: string): Promise<string[]> {
    if (await this.isOn(caller)) throw alreadyOn();
    await this.proof.code(caller, code, false, 'second-factor.on');
    const recoveryCodes = newRecoveryCodes();
    await this.commands.execute(new SetSecondFactor(caller, recoveryCodes));
    return recoveryCodes;
  }

  /** @throws DomainError `conflict` without a second factor, `invalid_credentials`; RateLimited */
  async remove(caller: OwnCaller, code: string): Promise<void> {
    if (!(await this.isOn(caller))) throw new DomainError('conflict', 'conflict', 'There is no second factor.');
    await this.proof.code(caller, code, true, 'second-factor.off');
    await this.commands.execute(new SetSecondFactor(caller, null));
  }

  private async isOn(caller: OwnCaller): Promise<boolean> {
    return (await this.database.queryOne(credentialOf(ownStream(caller))))?.second_factor === true;
  }
}

function alreadyOn(): DomainError {
  return new DomainError('conflict', 'conflict', 'There is a second factor already.');
}
