import { getSettings } from '~/platform/settings/env.server';
import { requestLanguage } from '~/web/request/request-language.server';

/**
 * Returns the clinic's details for every page: its name, its social links, and the address to open
 * if cookies need https.
 */
export function site() {
  const {
    PRODUCT_NAME,
    PUBLIC_URL,
    isSecure,
    SOCIAL_PHOTOS,
    SOCIAL_NETWORK,
    SOCIAL_MICROBLOG,
    SOCIAL_VIDEO,
  } = getSettings();
  const social = [
    { name: 'Instagram', href: SOCIAL_PHOTOS },
    { name: 'Facebook', href: SOCIAL_NETWORK },
    { name: 'X (Twitter)', href: SOCIAL_MICROBLOG },
    { name: 'YouTube', href: SOCIAL_VIDEO },
  ].flatMap(({ name, href }) => (href ? [{ name, href }] : []));
  const secureAddress = isSecure ? PUBLIC_URL : undefined;
  return { productName: PRODUCT_NAME, language: requestLanguage(), social, secureAddress };
}

/**
 * Returns the contact details for pages and slips. A detail that is not set stays empty. A line never
 * breaks within the phone number.
 */
export function contactDetails() {
  const { SUPPORT_EMAIL = '', HELPLINE, OFFICE_ADDRESS, OUTREACH_ADDRESS } = getSettings();
  const helpline = HELPLINE.replaceAll(' ', '\u00a0');
  return { email: SUPPORT_EMAIL, helpline, office: OFFICE_ADDRESS, outreach: OUTREACH_ADDRESS };
}
