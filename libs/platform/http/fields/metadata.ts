import { getMetadataStorage } from 'class-validator';

/**
 * Lets class-validator remember what it knows of a class. It goes through the decorators of all classes anew for every object that it
 * judges, which was two fifths of what reading a request cost (docs/adr/0008-request-validation.md). Decorators don't change once a class is read.
 */
export function rememberMetadata(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<object, Map<string, ReturnType<typeof find>>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    const key = `${schema},${always},${strictGroups},${groups}`;
    const remembered = known.get(target)?.get(key);
    if (remembered) return remembered;
    const found = find(target, schema, always, strictGroups, groups);
    known.set(target, (known.get(target) ?? new Map()).set(key, found));
    return found;
  };
}
