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
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.baseUrl}/api/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? body : body && JSON.stringify(body),
    });
    const answer = (await response.json()) as { status: number; code: string; detail: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.code}. ${answer.detail}`);
    return answer as T;
  }
}
