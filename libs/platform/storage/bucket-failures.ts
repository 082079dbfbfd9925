import { beginningOf, whyUnreachable } from '#platform/kernel';

/** The remedy for each answer of a bucket, by its code; other answers are told as the bucket tells them. */
const REFUSALS: Record<string, (bucket: string) => string> = {
  NoSuchBucket: (bucket) => `there is no bucket "${bucket}" (S3_BUCKET)`,
  InvalidAccessKeyId: () => 'the bucket does not know S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: () => 'S3_SECRET_ACCESS_KEY is not that of S3_ACCESS_KEY_ID',
  AccessDenied: (bucket) => `S3_ACCESS_KEY_ID may not do this in the bucket "${bucket}"`,
  AuthorizationHeaderMalformed: () => 'the bucket is in another region than S3_REGION',
  PermanentRedirect: () => 'the bucket is at another endpoint or in another region: see S3_ENDPOINT and S3_REGION',
  RequestTimeTooSkewed: () => "this machine's clock is wrong",
};

/** Why a bucket refused a call, in words for its operator. */
export function bucketRefusal(bucket: string, method: string, status: number, answer: string): Error {
  const code = /<Code>([^<]+)<\/Code>/.exec(answer)?.[1];
  const known = code === undefined ? undefined : REFUSALS[code];
  const told = known?.(bucket) ?? code ?? beginningOf(answer.replaceAll(/\s+/g, ' '), 200);
  return new Error(`${method} of the bucket was refused with ${status}: ${told}`);
}

/** Why a bucket could not be asked at all. @param limit milliseconds that it had */
export function connectionFailure(endpoint: string, error: Error, limit: number): Error {
  const why = error.name === 'AbortError' ? `it did not answer within ${limit / 1000} s` : whyUnreachable(error);
  return new Error(`${endpoint} (S3_ENDPOINT) could not be reached: ${why}`);
}
