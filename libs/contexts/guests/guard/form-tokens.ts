import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/kernel';
import { Keyring, SealedTokens } from '#platform/secrets';

const HALF_A_DAY = 12 * 60 * 60 * 1000;

/** Tokens that prove that a public form was served by us recently; nothing is stored. */
@Injectable()
export class FormTokens {
  private readonly tokens: SealedTokens;

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.tokens = new SealedTokens(keyring, 'guest-form');
  }

  /** @param form the name of the form and its Location */
  issue(form: string): string {
    return this.tokens.make(`${this.clock.now().getTime()} ${form}`);
  }

  /** Whether the token was issued for this form in the last twelve hours. */
  isValid(token: unknown, form: string): boolean {
    const content = typeof token === 'string' ? this.tokens.open(token) : null;
    if (content === null) return false;
    const [issued = '', ...rest] = content.toString().split(' ');
    const age = this.clock.now().getTime() - Number(issued);
    return rest.join(' ') === form && age >= 0 && age < HALF_A_DAY;
  }
}
