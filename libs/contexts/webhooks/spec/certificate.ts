import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER element. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const hex = (text: string) => Buffer.from(text, 'hex');
const ECDSA_WITH_SHA256 = der(0x30, hex('06082a8648ce3d040302'));
const COMMON_NAME = hex('0603550403');

/** A fresh certificate for `localhost` that nobody vouches for, with its key: X.509 version 1, nothing optional. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from('localhost')))));
  const validity = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('490101000000Z')));
  const serial = der(0x02, hex('01'));
  const body = der(0x30, serial, ECDSA_WITH_SHA256, name, validity, name, publicKey.export({ type: 'spki', format: 'der' }));
  const signature = der(0x03, hex('00'), sign('sha256', body, privateKey));
  const certificate = der(0x30, body, ECDSA_WITH_SHA256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
  };
}
