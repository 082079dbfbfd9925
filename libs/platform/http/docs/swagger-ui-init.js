// What the reference does beyond links: the filter box, and Swagger UI, which is loaded when it can be seen.
const filter = document.querySelector('#filter');
const none = document.querySelector('#none');

function apply() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const section of document.querySelectorAll('section[data-tag]')) {
    let inSection = 0;
    for (const line of section.querySelectorAll('li')) {
      const text = `${section.dataset.tag} ${line.textContent}`.toLowerCase();
      line.hidden = !words.every((word) => text.includes(word));
      if (!line.hidden) inSection += 1;
    }
    section.hidden = inSection === 0;
    shown += inSection;
  }
  none.hidden = shown > 0;
}
filter.addEventListener('input', apply);
if (filter.value) apply();

function load(tag, attributes) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), attributes, { onload: resolve, onerror: reject });
    document.head.append(element);
  });
}

/** The document with each operation once: under what it is about, and not again under what it is an extension of. */
function once(specification) {
  for (const operations of Object.values(specification.paths)) {
    for (const operation of Object.values(operations)) {
      if (operation.tags?.length > 1) operation.tags = operation.tags.filter((tag) => tag !== 'Beyond v2');
    }
  }
  return specification;
}

let started = false;
async function start() {
  if (started) return;
  started = true;
  const button = document.querySelector('#load');
  button.disabled = true;
  button.textContent = 'Loading Swagger UI …';
  const [answer] = await Promise.all([
    fetch('/openapi.json'),
    load('link', { rel: 'stylesheet', href: '/docs/swagger-ui.css' }),
    load('script', { src: '/docs/swagger-ui-bundle.js' }),
  ]);
  globalThis.ui = globalThis.SwaggerUIBundle({
    spec: once(await answer.json()),
    dom_id: '#swagger-ui',
    deepLinking: true,
    filter: true,
    displayRequestDuration: true,
    presets: [globalThis.SwaggerUIBundle.presets.apis],
  });
  button.remove();
}

const place = document.querySelector('#try');
document.querySelector('#load').addEventListener('click', start);
// Links to an operation in Swagger UI, and screens beside which it can stand without being waited for.
if (location.hash.startsWith('#/') || matchMedia('(min-width: 64rem)').matches) start();
else
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    start();
  }).observe(place);
