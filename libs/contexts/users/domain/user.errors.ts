import { DomainError } from '#platform/kernel';

/** The caller may not change that user, or give access that it does not have (decisions.md, section 9). */
export class NotPermitted extends DomainError {
  constructor(why: string) {
    super('forbidden', 'forbidden', why);
  }
}

/** A caller tries to delete itself, or to remove a role or access that it needs (decisions.md, section 4). */
export class ActsOnItself extends DomainError {
  constructor(why: string) {
    super('conflict', 'conflict', why);
  }
}

/** A user must keep access to at least one Location (api-v2.md, Errors, 5). */
export class LastLocation extends DomainError {
  constructor() {
    super('invalid', 'last_location', 'The user would be left with no Location.');
  }
}

/** The command does not fit the state of the account, such as inviting somebody who has a password. */
export class NotNow extends DomainError {
  constructor(why: string) {
    super('conflict', 'conflict', why);
  }
}
