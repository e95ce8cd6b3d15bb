import { getSettings } from '~/platform/env.server';
import { language } from '~/web/locale/request-language.server';

/** What every page says of the clinic: its name, and where it can be found. */
export function site() {
  const { PRODUCT_NAME, SOCIAL_PHOTOS, SOCIAL_NETWORK, SOCIAL_MICROBLOG, SOCIAL_VIDEO } = getSettings();
  const social = [
    { name: 'Instagram', href: SOCIAL_PHOTOS },
    { name: 'Facebook', href: SOCIAL_NETWORK },
    { name: 'X', href: SOCIAL_MICROBLOG },
    { name: 'YouTube', href: SOCIAL_VIDEO },
  ].flatMap(({ name, href }) => (href ? [{ name, href }] : []));
  return { productName: PRODUCT_NAME, language: language(), social };
}

/**
 * How the clinic can be reached, as the pages About Us and Contact Us say it; what is not set is
 * empty.
 */
export function contactDetails() {
  const { SUPPORT_EMAIL = '', HELPLINE, OFFICE_ADDRESS, OUTREACH_ADDRESS } = getSettings();
  return { email: SUPPORT_EMAIL, helpline: HELPLINE, office: OFFICE_ADDRESS, outreach: OUTREACH_ADDRESS };
}
