import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../faults/support/calls.ts';

const pages = ['/', '/about-us', '/login', '/signup', '/contact-us'];
const pauseMs = 100;

/**
 * Starts a reader who requests every file a page names twice: with the page and some seconds later,
 * as a page that stays open does.
 */
export function startReader(url: string) {
  const against: string[] = [];
  const builds = new Set<string>();
  const open: string[] = [];
  const seen = { pages: 0, files: 0 };
  let isOver = false;

  async function get(path: string) {
    const answer = await ask(url + path, { headers: { accept: 'text/html,*/*' } }).catch(() => undefined);
    if (answer?.status !== 200) against.push(`${path}: ${answer?.status ?? 'broken'}`);
    return answer?.bytes.toString('utf8') ?? '';
  }

  async function getFiles(files: string[]) {
    for (const file of files) {
      await get(file);
      seen.files += 1;
    }
  }

  const reading = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const text = await get(pages[turn % pages.length] as string);
      seen.pages += 1;
      const files = [...new Set(text.match(/\/(?:assets|words)\/[\w./-]+\.(?:js|css)/g))];
      if (files.length === 0) against.push('a page without files');
      builds.add(files.find((file) => file.includes('/manifest-')) ?? '');
      open.push(...files);
      await getFiles(files);
      await getFiles(open.splice(0, Math.max(0, open.length - 200)));
      await sleep(pauseMs);
    }
    await getFiles([...new Set(open)]);
  })();
  return {
    /** Stops the reader. Returns the numbers of pages, files and builds, and all failures. */
    async stop() {
      isOver = true;
      await reading;
      return { ...seen, builds: builds.size, against };
    },
  };
}
