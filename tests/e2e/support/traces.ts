import type { Page } from '@playwright/test';
import { expect } from './waiting.ts';

/** Texts of a person that the next person must not find in the browser. */
export type Canaries = string[];

/** Reads every text of a page and the stores of its browser, by location. */
export async function textsIn(page: Page): Promise<Record<string, string>> {
  const inPage = await page.evaluate(async () => {
    const texts: Record<string, string> = {
      document: document.documentElement.outerHTML,
      data: JSON.stringify(window.__remixContext?.state ?? {}),
      fields: [...document.querySelectorAll('input, textarea')]
        .map((field) => (field as HTMLInputElement).value)
        .join('\n'),
      history: JSON.stringify(history.state),
      name: window.name,
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
    };
    const latin1 = async (bytes: Blob | ArrayBuffer) => {
      const buffer = bytes instanceof Blob ? await bytes.arrayBuffer() : bytes;
      return new TextDecoder('latin1').decode(buffer) + new TextDecoder().decode(buffer);
    };
    const textOf = async (value: unknown): Promise<string> => {
      if (value instanceof File) return `${value.name} ${await latin1(value)}`;
      if (value instanceof Blob || value instanceof ArrayBuffer) return latin1(value);
      if (value === null || typeof value !== 'object') return String(value);
      const parts = Object.entries(value).map(async ([key, one]) => `${key}: ${await textOf(one)}`);
      return (await Promise.all(parts)).join('\n');
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
          reading.onerror = () => reject(reading.error);
        });
        texts[`database ${name}, ${store}`] = await textOf(rows);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts[`cache ${name}, ${request.url}`] = (await (await cache.match(request))?.text()) ?? '';
    }
    return texts;
  });
  const cookies = await page.context().cookies();
  return { ...inPage, address: page.url(), ...Object.fromEntries(cookies.map(cookieText)) };
}

/** Returns a cookie's text, percent-decoded, and the same decoded from base64. */
function cookieText({ name, value }: { name: string; value: string }): [string, string] {
  const plain = decodeURIComponent(value);
  return [`cookie ${name}`, `${plain}\n${Buffer.from(plain, 'base64').toString()}`];
}

/** Expects no trace of a person in a page and its browser. */
export async function expectNoTrace(page: Page, canaries: Canaries, where = page.url()): Promise<void> {
  const texts = Object.entries(await textsIn(page));
  const traces = texts.flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${where}: ${canary} in ${place}`),
  );
  expect(traces).toEqual([]);
}
