import { DomainError } from '#platform/kernel';

/** The storage can't be reached, is full, or refuses the service. */
export class StorageUnavailable extends DomainError {
  constructor(override readonly cause: unknown) {
    super('unavailable', 'unavailable', 'Images can not be kept or read now. Try again later.');
  }
}
