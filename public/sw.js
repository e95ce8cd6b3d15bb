// Shows push messages, a page of our own where there is no connection, and the form to fill in a
// report there, if this browser was asked to keep it. It keeps these two and nothing else: everything
// that is anybody's comes from the server, or not at all.
const cacheName = 'offline';
const page = '/offline';
// Must be the same as in app/ui/waiting/offline-form.ts.
const formCacheName = 'offline-form';
const formPath = '/offline/form';
const uploadPath = '/dashboard/upload-report';

/** Pages that show the kept form. */
const formClients = new Set();

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  const { navigationPreload } = self.registration;
  event.waitUntil(Promise.all([self.clients.claim(), navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (isFileOfForm(event)) event.respondWith(fileOfForm(request));
  if (request.mode === 'navigate')
    event.respondWith(answer(event).catch(async () => (await formInstead(event)) || ownPage()));
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

const inForm = (request) => caches.match(request, { cacheName: formCacheName });

/** Answers a visit to the form, or leads from the usual form to it. */
async function formInstead({ request, resultingClientId }) {
  const { pathname } = new URL(request.url);
  if (pathname !== formPath && pathname !== uploadPath) return undefined;
  const form = await inForm(formPath);
  if (!form) return undefined;
  if (pathname === uploadPath) return Response.redirect(formPath);
  formClients.add(resultingClientId);
  return form;
}

/** All other pages load their files without this worker. It may have been restarted since. */
function isFileOfForm({ request, clientId }) {
  const { origin, pathname } = new URL(request.url);
  const isFile = origin === self.location.origin && /^\/(?:assets|words)\//.test(pathname);
  return isFile && (formClients.has(clientId) || !navigator.onLine);
}

async function fileOfForm(request) {
  return (await inForm(request.url)) || fetch(request);
}
