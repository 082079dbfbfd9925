import { request } from 'node:http';

/** Signs in from an address of this machine. @returns the status */
export function loginFrom(
  url: string,
  from: string,
  username: string,
  password: string,
): Promise<{ status: number; retryAfter?: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress: from, headers: { 'content-type': 'application/json' } };
    request(`${url}/api/v2/auth/login`, options, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] });
    })
      .on('error', reject)
      .end(JSON.stringify({ username, password }));
  });
}
