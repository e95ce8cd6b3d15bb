import { z } from 'zod';
import { adminProofFields } from '~/domain/identity/account-schemas';
import { toLatinDigits } from '~/domain/kernel/digits';
import { emailAddress, key, optionalLine, optionalName, optionalText } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { clinicMost } from './clinic-constants';

/** Numbers for emergencies, which pages name by themselves. */
const emergencyNumbers = ['100', '101', '102', '108', '112', '911', '999'];

const digitsOf = (text: string) => toLatinDigits(text).replace(/[^\d]/g, '');

const helpline = optionalLine(clinicMost.helpline)
  .refine((text) => !text || !emergencyNumbers.includes(digitsOf(text)), key('clinicDetails.emergencyNumber'))
  .refine((text) => {
    const length = text ? digitsOf(text).length : 6;
    return !text || (/^\+?[\d ()-]+$/.test(toLatinDigits(text)) && length >= 3 && length <= 20);
  }, key('clinicDetails.helplineShape'))
  .transform((text) => text && toLatinDigits(text));

/** Parses a full https address without user and password. Undefined for anything else. */
function parseLink(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = !url.username && !url.password && url.hostname.includes('.');
  return url.protocol === 'https:' && isPlain ? url : undefined;
}

const link = optionalLine(clinicMost.link)
  .refine((text) => !text || parseLink(text) !== undefined, key('clinicDetails.link'))
  .transform((text) => text && parseLink(text)?.href);

const isBlank = (input: unknown) => input === null || (typeof input === 'string' && input.trim() === '');

const supportEmail = z.preprocess(
  (input) => (isBlank(input) ? undefined : input),
  emailAddress(key('form.email')).optional(),
);

const offeredLanguages = z
  .preprocess(
    (input) => (typeof input === 'string' ? input.split(/[\s,]+/).filter(Boolean) : (input ?? [])),
    z.array(z.enum(languageCodes, { error: key('form.choices') }), { error: key('form.choices') }),
  )
  .transform((chosen) => languageCodes.filter((code) => code === 'en' || chosen.includes(code)));

/** Input of the page "About the clinic". An empty field is not typed. */
export const clinicDetailsForm = z.object({
  clinicName: optionalName(clinicMost.name),
  senderName: optionalName(clinicMost.sender),
  helpline,
  officeHours: optionalName(clinicMost.hours),
  supportEmail,
  officeAddress: optionalText(clinicMost.address),
  outreachAddress: optionalText(clinicMost.address),
  complaintsOffice: optionalText(clinicMost.office),
  processors: optionalText(clinicMost.office),
  socialPhotos: link,
  socialNetwork: link,
  socialMicroblog: link,
  socialVideo: link,
  offeredLanguages,
  /** When the details were changed last, as the page was drawn. Pages of an earlier release send none. */
  changedAt: z.iso.datetime().or(z.literal('never')).optional(),
  password: adminProofFields.password.nullish().transform((password) => password ?? undefined),
  otp: adminProofFields.otp,
});
