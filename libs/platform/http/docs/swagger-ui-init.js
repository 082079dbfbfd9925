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
    plugins: [keptForTheTab],
    onComplete() {
      const kept = sessionStorage.getItem(AUTHORIZED);
      if (kept) globalThis.ui.authActions.authorize(JSON.parse(kept));
    },
  });
}
start();
