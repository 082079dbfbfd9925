import { DomainError } from '#platform/kernel';

/** The storage can't be reached, is full, or denies access. */
export class StorageUnavailable extends DomainError {
  constructor(override readonly cause: unknown) {
    super('unavailable', 'unavailable', 'Images cannot be stored or read at the moment. Try again later.');
  }
}
