import { getMetadataStorage } from 'class-validator';

/**
 * Caches class-validator's metadata per class. Without it the decorators of all classes are searched for every validated object, which
 * was two fifths of the cost of reading a request (docs/adr/0008-request-validation.md). Decorators don't change after a class is defined.
 */
export function cacheMetadata(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const cache = new WeakMap<object, Map<string, ReturnType<typeof find>>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    const key = `${schema},${always},${strictGroups},${groups}`;
    const cached = cache.get(target)?.get(key);
    if (cached) return cached;
    const found = find(target, schema, always, strictGroups, groups);
    cache.set(target, (cache.get(target) ?? new Map()).set(key, found));
    return found;
  };
}
