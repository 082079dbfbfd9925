import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The demo's client of `/api/v2`, with the token that the first start wrote to demo.json. */
export class Service {
  private constructor(
    readonly baseUrl: string,
    private readonly token: string,
  ) {}

  /** @throws Error saying what to do when the service has not been started yet */
  static fromDemoFile(dataDir: string): Service {
    try {
      const { baseUrl, apiToken } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'));
      return new Service(baseUrl, apiToken);
    } catch {
      throw new Error(`There is no demo in ${dataDir}. Run npm start in another terminal first.`);
    }
  }

  /** Calls the API. @throws Error with the code and detail of the problem document */
  async call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
    return (await this.answered<T>(method, path, body)) as T;
  }

  /** Reads a record; null when it is not found. */
  find<T>(path: string): Promise<T | null> {
    return this.answered<T>('GET', path, undefined, 404);
  }

  /** Deletes a record. */
  async delete(path: string): Promise<void> {
    await this.answered('DELETE', path);
  }

  private async answered<T>(method: string, path: string, body?: object | FormData, none?: number): Promise<T | null> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.baseUrl}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? body : body && JSON.stringify(body),
    });
    if (response.status === 204 || response.status === none) {
      await response.body?.cancel();
      return null;
    }
    const answer = (await response.json()) as { status: number; code: string; detail: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.code}. ${answer.detail}`);
    return answer as T;
  }
}
