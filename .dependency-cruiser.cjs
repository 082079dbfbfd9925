const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * The walls of the house (docs/adr/0001-modular-monolith.md). Each comment says what to do instead.
 * test/architecture plants a violation of every rule and sees it caught.
 */
/** The contexts in the order in which the service lists them. */
const [, listed] = /const CONTEXTS[^=]*= \[([^\]]*)\]/.exec(readFileSync(join(__dirname, 'libs/service/contexts.ts'), 'utf8'));
const CONTEXTS = [...listed.matchAll(/(\w+)Context,/g)].map(([, name]) =>
  name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`),
);

/** A context may use those before it in the list, never those behind it. */
const order = CONTEXTS.slice(0, -1).map((name, index) => ({
  name: `order-${name}`,
  comment: `${name} knows only the contexts before it. Move what both need down, or let the later context listen to its events.`,
  severity: 'error',
  from: { path: `^libs/contexts/${name}/` },
  to: { path: `^libs/contexts/(${CONTEXTS.slice(index + 1).join('|')})/` },
}));

/** The floors of a part that is a house in the house, the ground first: a file reads its own floor and those below it. */
const HTTP = [
  ...['fields', 'paging', 'problem', 'endpoint', 'request', 'context-api', 'gate', 'body', 'openapi', 'docs'],
  ...['health', 'root', 'desk', 'application'],
];
const DESK = ['device', 'texts', 'session', 'queue', 'data', 'parts', 'views', 'frame'];

const floors = (house, folder, names) =>
  names.map((name, index) => ({
    name: `${house}-${name}`,
    comment: `${folder}/${name} reads itself and the floors below: ${names.slice(0, index).join(', ') || 'none'}. Move what both need down.`,
    severity: 'error',
    from: { path: `^${folder}/${name}/`, pathNot: '\\.spec\\.ts$' },
    to: { path: `^${folder}/`, pathNot: `^${folder}/(${names.slice(0, index + 1).join('|')})/` },
  }));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'only-through-the-door',
      comment: 'A context or a part of the platform is entered through its index.ts. Export there what others may use.',
      severity: 'error',
      from: { path: '^(?:libs/((?:contexts|platform)/[^/]+|service)/|apps/|test/)' },
      to: {
        path: '^libs/(?:(?:contexts|platform)/[^/]+|service)/.+',
        pathNot: [
          '^libs/$1/',
          '^libs/(?:(?:contexts|platform)/[^/]+|service)/index\\.ts$',
          '^libs/platform/event-store/spec/index\\.ts$',
          '^libs/contexts/records/domain/index\\.ts$',
        ],
      },
    },
    ...order,
    {
      name: 'unlisted-contexts-know-none',
      comment:
        'What libs/service/contexts.ts does not list is for all contexts and knows none. List it behind those that it uses.',
      severity: 'error',
      from: { path: '^libs/contexts/([^/]+)/', pathNot: [`^libs/contexts/(${CONTEXTS.join('|')})/`, '\\.spec\\.ts$'] },
      to: { path: '^libs/contexts/', pathNot: '^libs/contexts/$1/' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ uses its own domain, that of all records, kernel and the Decider type. Bring facts in with the command.',
      severity: 'error',
      from: { path: '^libs/contexts/([^/]+)/domain/', pathNot: '\\.spec\\.ts$' },
      to: {
        pathNot: [
          '^libs/contexts/$1/domain/',
          '^libs/contexts/records/domain/index\\.ts$',
          '^libs/platform/kernel/',
          '^libs/platform/event-store/index\\.ts$',
        ],
      },
    },
    {
      name: 'domain-takes-types-from-the-event-store',
      comment: 'domain/ may import only types of the event store.',
      severity: 'error',
      from: { path: '^libs/contexts/[^/]+/domain/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/platform/event-store/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-module-knows-http',
      comment: 'Rules do not depend on controllers. Only the module file and the door import http/.',
      severity: 'error',
      from: { path: '^libs/contexts/([^/]+)/(?!http/)[^/]+/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/contexts/$1/http/' },
    },
    {
      name: 'platform-knows-no-context',
      comment: 'kernel, database, event-store, queue, http … serve every context and know none. Hand in what they need.',
      severity: 'error',
      from: { path: '^libs/platform/' },
      to: { path: '^libs/(contexts|service)/' },
    },
    {
      name: 'service-is-for-apps',
      comment: 'libs/service puts the house together; only apps and tests import it.',
      severity: 'error',
      from: { path: '^libs/(contexts|platform)/' },
      to: { path: '^libs/service/' },
    },
    {
      name: 'fakes-are-for-trying',
      comment: 'Fakes of providers run in the demo of `npm start` and in tests; nothing that is operated knows them.',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: ['^libs/(fakes|demo)/', '^apps/launcher/', '\\.spec\\.ts$'] },
      to: { path: '^libs/fakes/' },
    },
    {
      name: 'no-app-to-app',
      comment: 'Apps import libraries, never each other. What two of them need becomes a library.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'desk-is-a-client',
      comment:
        'The desk is a client like any other: it imports #client and nothing of the service. What it lacks, add to the API.',
      severity: 'error',
      from: { path: '^apps/desk/' },
      to: { path: '^(libs|test|bench|scripts)/' },
    },
    ...floors('floor-http', 'libs/platform/http', HTTP),
    ...floors('floor-desk', 'apps/desk/src', DESK),
    {
      name: 'views-know-no-view',
      comment: 'Views of the desk do not read each other. What two of them need is a part, or data.',
      severity: 'error',
      from: { path: '^apps/desk/src/views/([^/]+)/' },
      to: { path: '^apps/desk/src/views/', pathNot: '^apps/desk/src/views/$1/' },
    },
    {
      name: 'old-node-is-told-first',
      comment: 'main.ts checks the version of Node before anything else is loaded. What the process does goes into run.ts.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/main\\.ts$' },
      to: { pathNot: '^libs/platform/runtime/index\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'help-loads-no-context',
      comment: 'Help and wrong arguments are answered at once. Import what a command needs where it runs: await import(…).',
      severity: 'error',
      from: { path: '^apps/admin/src/(run|program|admin|commands/.+)\\.ts$' },
      to: {
        path: ['^libs/(contexts|service)/', '^libs/platform/(http|event-store|database)/', 'node_modules/@nestjs/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'bullmq-stays-in-queue',
      comment: 'The queue only wakes. Use Wakeups of libs/platform/queue.',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: ['^libs/platform/queue/', '^apps/worker/'] },
      to: { path: 'node_modules/(bullmq|ioredis)/' },
    },
    {
      name: 'tracing-is-loaded-when-wanted',
      comment: 'OpenTelemetry costs nothing when off: only startTracing loads the exporter. Use traced() and found().',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: '^libs/platform/observability/trace-exporter\\.ts$' },
      to: {
        path: ['node_modules/@opentelemetry/', '^libs/platform/observability/trace-exporter\\.ts$'],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '^clients/typescript/(src/generated|dist)/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
