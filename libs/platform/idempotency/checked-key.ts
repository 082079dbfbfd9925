import { type FieldCode, ValidationFailed } from '#platform/kernel';

const MAX_LENGTH = 255;

/** An `Idempotency-Key`, as it was sent. @throws ValidationFailed */
export function checkedKey(key: string): string {
  const refuse = (code: FieldCode, message: string) => new ValidationFailed([{ field: 'Idempotency-Key', code, message }]);
  if (key === '') throw refuse('too_short', 'Must not be empty.');
  if (key.length > MAX_LENGTH) throw refuse('too_long', `Must be at most ${MAX_LENGTH} characters.`);
  return key;
}
