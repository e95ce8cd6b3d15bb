import { sentences as en } from '../../app/i18n/translate.ts';
import { expectMessage } from './journey.ts';
import { axeSource, violations } from './support/axe.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { aPatient, startSession } from './support/people.ts';

test.use({ viewport: phone });

/**
 * Gives a page's browser a push service, which a headless browser lacks. `localStorage` counts the
 * subscriptions that end.
 */
const addPushService = (page: Page, permission: string) =>
  page.addInitScript((granted) => {
    const bytes = (length: number, first: number) => {
      const all = [first, ...Array.from({ length: length - 1 }, (_, at) => at)];
      return btoa(String.fromCharCode(...all));
    };
    const point = 'BB_7oz5FQpxkxQMTTdhR37Ut0UNfemN5mwEOTqJnR8PpLYNtpLHnSCz3NVx5wBIISi71kbVf67nvJmCbls5b_gw';
    const subscription = {
      toJSON: () => ({
        endpoint: `https://push.example/send/${Math.random()}`,
        keys: { p256dh: point, auth: bytes(16, 1).replace(/=+$/, '') },
      }),
      unsubscribe: async () => {
        localStorage.setItem('ended', String(Number(localStorage.getItem('ended') ?? 0) + 1));
        localStorage.removeItem('subscribed');
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') ? (subscription as unknown as PushSubscription) : null;
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      if (!(key instanceof Uint8Array) || key.length !== 65) throw new Error('no key');
      localStorage.setItem('subscribed', 'yes');
      return subscription as unknown as PushSubscription;
    };
    Notification.requestPermission = async () => granted as NotificationPermission;
  }, permission);

const endedTimes = (page: Page) => page.evaluate(() => Number(localStorage.getItem('ended') ?? 0));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('messages of a phone are turned on and off by a press, and end when somebody else logs in', async ({
  page,
  server,
}) => {
  await page.addInitScript(axeSource);
  await addPushService(page, 'granted');
  const [first, second] = [await aPatient(server), await aPatient(server)];
  await startSession(page, first);
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: en['channels.title'] }).click();
  await page.getByRole('link', { name: en['push.title'] }).click();
  await expect(page.getByText(en['pushPage.seen'])).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await waitForHydration(page);
  await press(page, en['pushPage.turnOn']);
  await expectMessage(page, en['push.turnedOn']);
  await expect(page.getByText(en['pushPage.isOn'])).toBeVisible();
  await press(page, en['pushPage.turnOff']);
  await expectMessage(page, en['push.turnedOff']);
  await expect.poll(() => endedTimes(page)).toBe(1);
  await press(page, en['pushPage.turnOn']);
  await expectMessage(page, en['push.turnedOn']);
  // The first session idles out, and nobody logs out.
  await page.context().clearCookies({ name: 'session' });
  await startSession(page, second);
  await page.goto('/dashboard/this-phone');
  await expect(page.getByRole('button', { name: en['pushPage.turnOn'] })).toBeVisible();
  await expect.poll(() => endedTimes(page)).toBe(2);
});

test('a browser that allows no messages says what to do', async ({ page, server }) => {
  await addPushService(page, 'denied');
  await startSession(page, await aPatient(server));
  await page.goto('/dashboard/this-phone');
  await waitForHydration(page);
  await press(page, en['pushPage.turnOn']);
  await expect(page.getByText(en['pushPage.blocked'])).toBeVisible();
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });
  test('without script the page says that messages cannot be turned on here', async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/this-phone');
    await expect(page.getByText(en['pushPage.notPossible'])).toBeVisible();
    await expect(page.getByRole('button', { name: en['pushPage.turnOn'] })).toBeHidden();
  });
});
