/** The number of webhooks of a clinic, and the length of an address. */
export const maxWebhooks = 20;
export const maxWebhookUrlLength = 500;

/** The forms of the page of one webhook. */
export const webhookParts = ['change', 'remove', 'retry', 'test'] as const;

const minute = 60;
const hour = 60 * minute;

/** Seconds after each failed try until the next one. After the last of them a delivery is given up. */
export const retryAfterSeconds = [
  5,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
] as const;

/** Days for which deliveries are listed. */
export const deliveryDays = 30;
