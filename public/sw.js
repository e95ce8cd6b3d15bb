// Shows a page of our own where there is no connection, and push messages. It keeps that page and nothing else:
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

self.addEventListener('push', (event) => event.waitUntil(showMessage(readMessage(event.data))));
self.addEventListener('notificationclick', (event) => event.waitUntil(openMessage(event.notification)));

/** A server of another release may send another shape. A browser wants something to be shown. */
function readMessage(data) {
  const plain = data?.text() ?? '';
  try {
    const { text, path, tag } = JSON.parse(plain);
    return { text: String(text ?? ''), path: String(path ?? ''), tag: String(tag ?? '') };
  } catch {
    return { text: plain, path: '', tag: '' };
  }
}

function showMessage({ text, path, tag }) {
  return self.registration.showNotification(text || self.location.hostname, { tag, data: { path } });
}

/** Shows the window that is open, or opens the page. */
async function openMessage(notification) {
  notification.close();
  const { origin } = self.location;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url.startsWith(`${origin}/dashboard`));
  if (open) return open.focus();
  const target = new URL(notification.data?.path || '/', origin);
  return self.clients.openWindow(target.origin === origin ? target.href : origin);
}
