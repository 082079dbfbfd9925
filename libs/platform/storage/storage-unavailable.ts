import { Unavailable } from '#platform/kernel';

/** The storage can't be reached, is full, or denies access. */
export class StorageUnavailable extends Unavailable {
  constructor(override readonly cause: unknown) {
    super('storage', 'Images cannot be stored or read at the moment. Try again later.');
  }
}
