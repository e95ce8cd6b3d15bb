import { noteOfflineLanguage } from './waiting-flag';

const cacheName = 'offline';
const page = '/offline';

/**
 * Lets this browser show a page of our own where there is no connection, in the reader's language.
 * Only on pages that are secure, and in browsers that can.
 */
export async function keepOfflinePage(language: string): Promise<void> {
  if (!navigator.serviceWorker || !window.caches) return;
  // Anew each time: what it says, and the name of the clinic, may have changed.
  const cache = await caches.open(cacheName);
  await cache.add(page);
  await navigator.serviceWorker.register('/sw.js');
  noteOfflineLanguage(language);
}
