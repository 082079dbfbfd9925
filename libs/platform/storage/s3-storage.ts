import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { SingleFlight } from '#platform/concurrency';
import { bucketRefusal, connectionFailure } from './bucket-failures.js';
import { checkedKey, isKey, Storage, StorageUnavailable, type StoredFile } from './storage.js';

/** A bucket and its credentials. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyID: string;
  secretAccessKey: string;
}

/** Milliseconds to wait for the start of a response, and of one that only asks whether the bucket is there. */
const [TIMEOUT, CHECK_TIMEOUT] = [30_000, 5_000];

/** Milliseconds that an answer to the question whether the bucket is there holds. */
const CHECKED = 15_000;

/** Files in a bucket of any S3-compatible service, addressed by path. */
export class S3Storage extends Storage {
  private readonly client: AwsClient;
  /** The bucket's last answer to `check`, and when. */
  private checked: { at: number; failure: StorageUnavailable | null } | null = null;
  private readonly checking = new SingleFlight(() => this.ask());

  constructor(private readonly settings: S3Settings) {
    super();
    const { accessKeyID: accessKeyId, secretAccessKey, region } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  }

  async put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
    const response = await this.call('PUT', key, { body: bytes, headers: { 'Content-Type': contentType } });
    await response.body?.cancel();
  }

  async get(key: string): Promise<StoredFile | null> {
    const { status, body, headers } = await this.call('GET', key);
    if (status === 404 || !body) {
      await body?.cancel();
      return null;
    }
    const size = headers.get('content-length');
    return { stream: Readable.fromWeb(body as ReadableStream), size: size === null ? null : Number(size) };
  }

  async *keys(prefix = ''): AsyncIterable<string> {
    for (let token: string | null = ''; token !== null; ) {
      const query: URLSearchParams = new URLSearchParams({
        'list-type': '2',
        ...(prefix !== '' && { prefix }),
        ...(token !== '' && { 'continuation-token': token }),
      });
      const page: string = await (await this.request('GET', `?${query}`)).text();
      for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
        // Keys need no escaping in XML.
        if (isKey(key!)) yield key!;
      }
      token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? null;
    }
  }

  async storedAt(key: string): Promise<Date | null> {
    const { status, headers } = await this.call('HEAD', key);
    return status === 404 ? null : new Date(headers.get('last-modified')!);
  }

  async delete(key: string): Promise<void> {
    const response = await this.call('DELETE', key);
    await response.body?.cancel();
  }

  /**
   * Asks the bucket for one name, at most every 15 seconds however often it is called; an older answer is given at once, while the bucket
   * is asked again.
   */
  async check(): Promise<void> {
    const isOld = !this.checked || performance.now() - this.checked.at > CHECKED;
    const asked = isOld ? this.checking.run() : null;
    if (!this.checked) await asked;
    if (this.checked?.failure) throw this.checked.failure;
  }

  private async ask(): Promise<void> {
    const failure = await this.request('GET', '?list-type=2&max-keys=1', {}, CHECK_TIMEOUT).then(
      async ({ body }) => {
        await body?.cancel();
        return null;
      },
      (error) => error as StorageUnavailable,
    );
    this.checked = { at: performance.now(), failure };
  }

  private call(method: string, key: string, request: RequestInit = {}): Promise<Response> {
    return this.request(method, `/${checkedKey(key)}`, request);
  }

  private async request(method: string, target: string, request: RequestInit = {}, limit = TIMEOUT): Promise<Response> {
    const { endpoint, bucket } = this.settings;
    const url = `${endpoint}/${bucket}${target}`;
    // Not AbortSignal.timeout(): it would also abort a body that is read slowly.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), limit);
    const response = await this.client
      .fetch(url, { ...request, method, signal: timeout.signal })
      .catch((error) => {
        throw new StorageUnavailable(connectionFailure(endpoint, error, limit));
      })
      .finally(() => clearTimeout(timer));
    if (response.ok || (response.status === 404 && method !== 'PUT' && !(await isBucketMissing(response)))) return response;
    throw new StorageUnavailable(bucketRefusal(bucket, method, response.status, await response.text()));
  }
}

/** A missing bucket is a configuration error, not a missing file. */
async function isBucketMissing(response: Response): Promise<boolean> {
  return (await response.clone().text()).includes('<Code>NoSuchBucket</Code>');
}
