import { noteOfflineLanguage } from './waiting-flag';

const cacheName = 'offline';
const page = '/offline';

/**
 * Lets this browser show our own offline page, in the reader's language. Needs a secure page and a
 * browser with service workers.
 */
export async function keepOfflinePage(language: string): Promise<void> {
  if (!navigator.serviceWorker || !window.caches) return;
  // Fetched again each time: its text and the clinic's name may have changed.
  const cache = await caches.open(cacheName);
  await cache.add(page);
  await navigator.serviceWorker.register('/sw.js');
  noteOfflineLanguage(language);
}
