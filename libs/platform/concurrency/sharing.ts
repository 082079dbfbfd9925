/** All who ask before the work begins share its result; callers that come while it is under way share the next one. */
export function sharing<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= underWay.then(() => {
      next = undefined;
      const begun = work();
      underWay = begun.catch(() => undefined);
      return begun;
    });
    return next;
  };
}
