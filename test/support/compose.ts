import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

export interface ComposeService {
  build?: { dockerfile: string };
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string | number>;
  env_file?: { path: string; required: boolean }[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  ports?: string[];
  profiles?: string[];
}

export interface Compose {
  services: Record<string, ComposeService>;
  volumes: Record<string, object>;
}

/** docker/compose.yml with what the operator gives, as `docker compose config` renders it. @throws naming what is required */
export function composeWith(given: Readonly<Record<string, string>>): Compose {
  const text = readFileSync('docker/compose.yml', 'utf8').replace(/^\s*#.*$/gm, '');
  return parse(filled(text, given), { merge: true });
}

/** The settings that docs/compose.md writes into docker/.env. */
export function settingsOfManual(): Record<string, string> {
  const [, file] = /<<END\n(.*?)^ {4}END$/ms.exec(readFileSync('docs/compose.md', 'utf8'))!;
  return parseEnv(file!.replaceAll(/^ +/gm, '').replaceAll(/\$\(openssl.*\)/g, Buffer.alloc(32, 7).toString('base64'))) as Record<
    string,
    string
  >;
}

/** Values stay what they are in YAML, whatever their signs. */
function filled(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /("?)\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, quote: string, name: string, how?: string, otherwise = '') => {
      const value = given[name] || (how === '-' ? otherwise : '');
      if (value === '' && how === '?') throw new Error(`${name} is required`);
      return quote === '' && !/^[\w.-]*$/.test(value) ? JSON.stringify(value) : quote + value;
    },
  );
}
