/** Functions that browsers lack where the desk is not opened by https, or that a person has refused, each with a substitute. */

/** A value of this device, in memory where the browser keeps nothing. */
const memory = new Map<string, string>();

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function writeSetting(name: string, value: string): void {
  memory.set(name, value);
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds as long as the page is open.
  }
}

/** Whether cookies are refused: browsers then refuse every other storage too, and some say all the same that there are cookies. */
export function refusesCookies(): boolean {
  try {
    return !(navigator.cookieEnabled && localStorage);
  } catch {
    return true;
  }
}

/** A random key, as `crypto.randomUUID`, which there is with https alone. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const running = new Map<string, Promise<unknown>>();

/**
 * Does work of this name one after the other, over all windows; over this one where the browser has no locks, or refuses them as it
 * refuses cookies.
 */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    if (navigator.locks) return await navigator.locks.request(name, begin);
  } catch (error) {
    if (isBegun) throw error;
  }
  const next = (running.get(name) ?? Promise.resolve()).then(work);
  running.set(
    name,
    next.catch(() => undefined),
  );
  return next;
}
