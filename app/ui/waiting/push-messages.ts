const ownerKey = 'pushOwner';

/** The address and the keys of this browser's push messages, as fields of a form. */
type PushFields = { endpoint: string; p256dh: string; auth: string };

/**
 * Asks this browser for a new address for push messages. One that it had ends.
 *
 * @param serverKey the key under which the clinic sends, base64url.
 * @throws if the browser has no push service or the user allows none.
 */
export async function startPush(serverKey: string, owner: string): Promise<PushFields> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  // Later pages end it if they are another account's.
  window.localStorage.setItem(ownerKey, owner);
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: toBytes(serverKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Ends the push messages in this browser, also those that its push service still holds. */
export async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  window.localStorage.removeItem(ownerKey);
}

const toBytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
