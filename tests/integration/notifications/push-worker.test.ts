import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';

const origin = 'https://clinic.example';
type Shown = { title: string; options: { tag: string; data: { path: string } } };

/** Runs `public/sw.js` in a browser that has these windows. */
function startWorker(windows: string[] = []) {
  const listeners: Record<string, (event: object) => void> = {};
  const shown: Shown[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const self = {
    location: { origin, hostname: 'clinic.example' },
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener;
    },
    registration: {
      showNotification: async (title: string, options: Shown['options']) =>
        void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  const script = readFileSync(join(projectRoot(), 'public/sw.js'), 'utf8');
  runInContext(script, createContext({ self, URL, navigator: { onLine: true } }));
  const dispatch = async (name: string, details: object) => {
    const work: Promise<unknown>[] = [];
    listeners[name]?.({ ...details, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  return {
    shown,
    opened,
    focused,
    receive: (text?: string) => dispatch('push', { data: text === undefined ? null : { text: () => text } }),
    press: (path?: string) =>
      dispatch('notificationclick', { notification: { close: () => undefined, data: { path } } }),
  };
}

describe('the worker of a browser', () => {
  test('shows the sentence, under the ID by which a doubled message replaces the first', async () => {
    const worker = startWorker();
    await worker.receive(
      JSON.stringify({ text: 'You have a message from Hope', path: '/dashboard', tag: 'a1' }),
    );
    expect(worker.shown).toEqual([
      { title: 'You have a message from Hope', options: { tag: 'a1', data: { path: '/dashboard' } } },
    ]);
  });

  test.each([
    ['You have a message', 'You have a message'],
    ['{"text":', '{"text":'],
    ['{}', 'clinic.example'],
    ['null', 'null'],
    [undefined, 'clinic.example'],
  ])('shows something for a message of another shape: %s', async (text, title) => {
    const worker = startWorker();
    await worker.receive(text);
    expect(worker.shown.map((one) => one.title)).toEqual([title]);
  });

  test('shows the window that is open, or opens the page', async () => {
    const open = startWorker([`${origin}/about-us`, `${origin}/dashboard/upload-report`]);
    await open.press('/dashboard');
    expect([open.focused, open.opened]).toEqual([[`${origin}/dashboard/upload-report`], []]);
    const closed = startWorker([`${origin}/about-us`]);
    await closed.press('/dashboard');
    await closed.press();
    await closed.press('//evil.example/dashboard');
    expect([closed.focused, closed.opened]).toEqual([[], [`${origin}/dashboard`, `${origin}/`, origin]]);
  });
});
