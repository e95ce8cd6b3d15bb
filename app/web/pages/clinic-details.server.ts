import { languageCodes } from '~/i18n/language-codes';
import { clinicWords, getSettings } from '~/platform/settings/env.server';
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
  const offered = clinicWords().languages;
  const language = requestLanguage();
  // The page's own language stays in the switch of an account that has it.
  const languages = languageCodes.filter((code) => offered.includes(code) || code === language);
  return {
    productName: PRODUCT_NAME,
    language,
    social,
    secureAddress,
    // Set only if some are left out: most clinics offer all.
    ...(languages.length < languageCodes.length && { offeredLanguages: languages }),
  };
}

/**
 * Returns the contact details for pages and slips. A detail that is not set stays empty. A line never
 * breaks within the phone number.
 */
export function contactDetails() {
  const words = clinicWords();
  return {
    email: words.supportEmail,
    helpline: words.helpline.replaceAll(' ', '\u00a0'),
    office: words.officeAddress,
    outreach: words.outreachAddress,
    hours: words.hours,
  };
}
