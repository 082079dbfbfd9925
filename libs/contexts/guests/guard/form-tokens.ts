import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/kernel';
import { Keyring, type Sealer } from '#platform/secrets';

const CONTEXT = 'guest-form';
const HALF_A_DAY = 12 * 60 * 60 * 1000;

/** Tokens that prove that a public form was served by us recently; nothing is stored. */
@Injectable()
export class FormTokens {
  private readonly sealer: Sealer;

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.sealer = keyring.ofValuesOutside(CONTEXT);
  }

  /** @param form the name of the form and its Location */
  issue(form: string): string {
    return this.sealer.seal(`${this.clock.now().getTime()} ${form}`, CONTEXT).toString('base64url');
  }

  /** Whether the token was issued for this form in the last twelve hours. */
  isValid(token: unknown, form: string): boolean {
    if (typeof token !== 'string' || !/^[\w-]{40,400}$/.test(token)) return false;
    try {
      const [issued = '', ...rest] = this.sealer.open(Buffer.from(token, 'base64url'), CONTEXT).toString().split(' ');
      const age = this.clock.now().getTime() - Number(issued);
      return rest.join(' ') === form && age >= 0 && age < HALF_A_DAY;
    } catch {
      return false;
    }
  }
}
