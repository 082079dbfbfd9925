import { ProviderFailed } from '../calls/provider-failed.js';

/** The number of times that a thing is tried while somebody waits. */
const TRIES = 3;

/**
 * Does a thing once: before each try the provider is asked whether it is done. A failure that is known to have done nothing is not tried
 * again.
 * @param act is told how many tries were answered with a failure, as a provider may repeat such an answer to the same key
 */
export async function askedFirst<Done>(
  found: () => Promise<Done | null>,
  act: (failures: number) => Promise<Done>,
): Promise<Done> {
  let failures = 0;
  for (let tries = 1; ; tries++) {
    const done = await found();
    if (done !== null) return done;
    try {
      return await act(failures);
    } catch (error) {
      if (!(error instanceof ProviderFailed) || error.isSettled || tries === TRIES) throw error;
      if ((error.status ?? 0) >= 500) failures += 1;
    }
  }
}

/** The answer of a call, or null where the provider knows no such thing. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProviderFailed && error.status === 404) return null;
    throw error;
  }
}
