/** Work whose result is shared by all who ask before it begins; who comes while it is under way shares the next one's. */
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
