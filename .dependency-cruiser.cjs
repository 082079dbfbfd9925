/**
 * The walls of the house (docs/adr/0001-modular-monolith.md). Each comment says what to do instead.
 * test/architecture plants a violation of every rule and sees it caught.
 */
const CONTEXTS = [
  'reference',
  'languages',
  'locations',
  'access',
  'items',
  'requests',
  'webhooks',
  'messages',
  'history',
  'guests',
  'retention',
];
const context = `(${CONTEXTS.join('|')})`;

/** A context may use those before it in the list, never those behind it. */
const order = CONTEXTS.slice(0, -1).map((name, index) => ({
  name: `order-${name}`,
  comment: `${name} knows only the contexts before it. Move what both need down, or let the later context listen to its events.`,
  severity: 'error',
  from: { path: `^libs/${name}/` },
  to: { path: `^libs/(${CONTEXTS.slice(index + 1).join('|') || 'none'})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'only-through-the-door',
      comment: 'A part of libs is entered through its index.ts. Export there what others may use.',
      severity: 'error',
      from: { path: '^(libs/([^/]+)/|apps/|test/)' },
      to: { path: '^libs/([^/]+)/.+', pathNot: ['^libs/$2/', '^libs/[^/]+/index\\.ts$', '^libs/event-store/spec/index\\.ts$'] },
    },
    ...order,
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ uses its own domain, kernel and the Decider type. Bring facts in with the command.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/domain/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: ['^libs/$1/domain/', '^libs/kernel/', '^libs/event-store/index\\.ts$'] },
    },
    {
      name: 'domain-takes-types-from-the-event-store',
      comment: 'domain/ may import only types of the event store.',
      severity: 'error',
      from: { path: '^libs/[^/]+/domain/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/event-store/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-module-knows-http',
      comment: 'Rules do not depend on controllers. Only the module file and the door import http/.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/(?!http/)[^/]+/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/$1/http/' },
    },
    {
      name: 'foundations-know-no-context',
      comment: 'kernel, database, event-store, queue, http … serve every context and know none. Hand in what they need.',
      severity: 'error',
      from: { path: '^libs/', pathNot: `^libs/(${context}|contexts)/` },
      to: { path: `^libs/(${context}|contexts)/` },
    },
    {
      name: 'contexts-list-is-for-apps',
      comment: 'libs/contexts puts the house together; only apps and tests import it.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '^libs/contexts/' },
      to: { path: '^libs/contexts/' },
    },
    {
      name: 'bullmq-stays-in-queue',
      comment: 'The queue only wakes. Use Wakeups of libs/queue.',
      severity: 'error',
      from: { path: '^(libs|apps)/', pathNot: ['^libs/queue/', '^apps/worker/'] },
      to: { path: 'node_modules/(bullmq|ioredis)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)dist/', '^client/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
