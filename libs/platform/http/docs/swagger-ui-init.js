// Swagger UI on a page of its own. What is entered under Authorize is kept for this tab: reloading keeps it, closing the tab forgets it.
const AUTHORIZED = 'authorized';

/** The document with each operation once: under what it is about, and not again under what it is an extension of. */
function once(specification) {
  for (const operations of Object.values(specification.paths)) {
    for (const operation of Object.values(operations)) {
      if (operation.tags?.length > 1) operation.tags = operation.tags.filter((tag) => tag !== 'Beyond v2');
    }
  }
  return specification;
}

function keep(ui) {
  sessionStorage.setItem(AUTHORIZED, JSON.stringify(ui.authSelectors.authorized()));
}

const keptForTheTab = (system) => ({
  statePlugins: {
    auth: {
      wrapActions: Object.fromEntries(
        ['authorize', 'logout'].map((name) => [
          name,
          (original) => (payload) => {
            original(payload);
            keep(system.getSystem());
          },
        ]),
      ),
    },
  },
});

/**
 * A part of the document with what its references name in their place. Swagger UI's own resolver reads the whole document for it,
 * which took four fifths of the time until an operation was shown; this document refers to its own components alone.
 */
function resolved(specification, part, within = []) {
  if (Array.isArray(part)) return part.map((one) => resolved(specification, one, within));
  if (part === null || typeof part !== 'object') return part;
  const { $ref, ...others } = part;
  const own = Object.entries(others).map(([name, one]) => [name, resolved(specification, one, within)]);
  if (!$ref) return Object.fromEntries(own);
  if (within.includes($ref)) return part;
  const named = resolved(specification, at(specification, $ref.slice(2).split('/')), [...within, $ref]);
  return { ...named, ...Object.fromEntries(own), $$ref: $ref };
}

const at = (specification, path) => path.reduce((part, name) => part?.[name], specification);

const resolvesQuickly = () => ({
  fn: {
    resolveSubtree: async (specification, path) => ({ spec: resolved(specification, at(specification, path)), errors: [] }),
  },
});

async function start() {
  const answer = await fetch('/openapi.json');
  const { SwaggerUIBundle } = globalThis;
  globalThis.ui = SwaggerUIBundle({
    spec: once(await answer.json()),
    dom_id: '#swagger-ui',
    deepLinking: true,
    filter: true,
    docExpansion: 'none',
    displayRequestDuration: true,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [keptForTheTab, resolvesQuickly],
    onComplete() {
      const kept = sessionStorage.getItem(AUTHORIZED);
      if (kept) globalThis.ui.authActions.authorize(JSON.parse(kept));
    },
  });
}
start();
