import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders, signingKey } from './signature.js';

const body = '{"type":"test","data":{"text":"Überraschung"}}';

describe('a signature', () => {
  it('verifies with the published library', () => {
    const secret = newSecret();
    const headers = signedHeaders('0193', new Date(), body, [signingKey(secret)]);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('verifies with the old and with the new secret during a rotation', () => {
    const [oldSecret, secret] = [newSecret(), newSecret()];
    const headers = signedHeaders('0193', new Date(), body, [secret, oldSecret].map(signingKey));
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(oldSecret).verify(body, headers)).not.toThrow();
  });

  it('does not verify other bytes', () => {
    const secret = newSecret();
    const headers = signedHeaders('0193', new Date(), body, [signingKey(secret)]);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  });
});
