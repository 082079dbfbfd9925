import { readFileSync } from 'node:fs';

const SHARED = /^#\/components\/(headers|parameters|responses)\/(.+)$/;

/** openapi.json with its shared headers, parameters and responses put where they are referred to. */
export function readDocument(): never {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const whole = JSON.stringify(document, (_, value) => {
    const [, section, name] = SHARED.exec(value?.$ref ?? '') ?? [];
    return section ? document.components[section][name!] : value;
  });
  return JSON.parse(whole) as never;
}
