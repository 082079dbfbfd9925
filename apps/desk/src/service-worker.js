// Holds the shell of the desk, so that it starts without the network. It never sees a call of the API: those go past it.
const FILES = [
  /* files */
];
const SHELL = '/desk/';
const NAME = `desk-${FILES.join().length}-${FILES.join('').replace(/\W/g, '').slice(-40)}`;

addEventListener('install', (event) => {
  const all = [SHELL, '/desk/icon.svg', ...FILES.map((file) => SHELL + file)];
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(all))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const old = (names) =>
    Promise.all(names.filter((name) => name.startsWith('desk-') && name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(
    caches
      .keys()
      .then(old)
      .then(() => clients.claim()),
  );
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !/^\/desk(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(SHELL)));
  else event.respondWith(caches.match(request).then((held) => held ?? fetch(request)));
});
