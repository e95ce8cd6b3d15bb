import { makeLetterbox } from './letterbox';
import { keepOfflinePage } from './offline-page';
import { forgetOfflineForm, noteOfflineForm, offlineForm } from './waiting-flag';
import { KeyGone, openKey, renewKey } from './waiting-key';

/** Must be the same as in `public/sw.js`. */
const cacheName = 'offline-form';
const formPath = '/offline/form';

/** Addresses of scripts and styles in the document. Those in `data-` attributes are loaded on demand. */
const fileAddress = /(?:\shref=|\ssrc=|import |from )"(\/(?:assets|words)\/[^"]+)"/g;

const currentBuild = () => window.__remixManifest.version;

/**
 * Stores the form for use without a connection, with its words and code, in place of the stored
 * one. It is requested without cookies, so that it is the same for everyone. If any file is
 * missing, the stored form stays.
 *
 * @throws if the browser cannot store it or the server does not give all of it.
 */
async function storeForm(language: string): Promise<void> {
  await keepOfflinePage(language);
  const init: RequestInit = { credentials: 'omit', headers: { 'Accept-Language': language } };
  const page = await fetch(formPath, init);
  if (!page.ok || page.redirected) throw new Error(`the form was answered with ${page.status}`);
  const addresses = new Set<string>();
  for (const [, address] of (await page.clone().text()).matchAll(fileAddress))
    if (address) addresses.add(address);
  const files = await Promise.all(
    [...addresses].map(async (address) => {
      const file = await fetch(address);
      if (!file.ok) throw new Error(`${address} was answered with ${file.status}`);
      return { address, file };
    }),
  );
  const cache = await caches.open(cacheName);
  for (const { address, file } of files) await cache.put(address, file);
  await cache.put(formPath, page);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== formPath && !addresses.has(pathname)) await cache.delete(request);
  }
}

type Account = {
  /** ID of the signed-in account. */
  owner: string;
  /** First letter of its name. */
  initial: string;
  /** Token of its upload form. */
  formToken: string;
  language: string;
};

/**
 * Lets this browser fill in reports of an account without a connection.
 *
 * @throws if the browser cannot store or seal, or the server was not reached.
 */
export async function turnOnOfflineForm({ owner, initial, formToken, language }: Account): Promise<void> {
  if (!navigator.serviceWorker || !window.caches) throw new Error('this browser stores no pages');
  const { id: keyId, key } = await renewKey(await openKey(owner));
  const letterbox = await makeLetterbox(key, { owner, formToken });
  await storeForm(language);
  noteOfflineForm({
    ...letterbox,
    owner,
    at: Date.now(),
    keyId,
    version: currentBuild(),
    language,
    initial,
  });
}

/** Removes the form and the letterbox. Reports that wait are still sent. */
export async function turnOffOfflineForm(): Promise<void> {
  forgetOfflineForm();
  await caches.delete(cacheName);
}

/**
 * Renews the key of the letterbox, and stores the form again if it is of another release or
 * language. Ends it if the key no longer exists: the account was logged out from another device.
 */
export async function renewOfflineForm(owner: string, language: string): Promise<void> {
  const form = offlineForm();
  if (form?.owner !== owner) return;
  try {
    await renewKey({ owner, id: form.keyId });
  } catch (error) {
    if (error instanceof KeyGone) await turnOffOfflineForm();
    return;
  }
  const isCurrent = form.version === currentBuild() && form.language === language;
  if (!isCurrent) await storeForm(language);
  noteOfflineForm({ ...form, at: Date.now(), version: currentBuild(), language });
}
