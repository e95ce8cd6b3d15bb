// Shows a page of our own where there is no connection. It keeps that page and nothing else:
// everything that is anybody's comes from the server, or not at all.
const cacheName = 'offline';
const page = '/offline';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration;
  event.waitUntil(Promise.all([self.clients.claim(), navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  event.respondWith(answer(event).catch(() => ownPage()));
});

async function answer({ request, preloadResponse }) {
  return (await preloadResponse) || fetch(request);
}

async function ownPage() {
  const cache = await caches.open(cacheName);
  return (await cache.match(page)) || Response.error();
}
