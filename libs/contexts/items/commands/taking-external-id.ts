import { isViolation } from '#platform/database';
import { ExternalIDTaken } from '../domain/item.errors.js';

/** Runs work that stores an externalID. @throws ExternalIDTaken when another item of the Group has it */
export async function takingExternalID<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isViolation(error, 'items_external_id')) throw new ExternalIDTaken();
    throw error;
  }
}
