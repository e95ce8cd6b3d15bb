import { noteOfflineLanguage } from './waiting-flag';

const cacheName = 'offline';
const page = '/offline';

/**
 * Lets this browser show a page of our own where there is no connection, in the reader's language.
 * Only on pages that are secure, and in browsers that can.
 */
export async function keepOfflinePage(language: string): Promise<void> {
  if (!navigator.serviceWorker || !window.caches) return;
  const cache = await caches.open(cacheName);
  const kept = await cache.match(page);
  if (kept?.headers.get('Content-Language') !== language) await cache.add(page);
  await navigator.serviceWorker.register('/sw.js');
  noteOfflineLanguage(language);
}
