import { z } from 'zod';
import { languageCodes } from '~/i18n/language-codes';
import {
  describeSetting,
  isTimeZone,
  listSetting,
  textSetting,
  usualTimeZone,
} from './setting-fields.server';

const oneAddress = 'must be one e-mail address, such as help@clinic.example';

/** Builds a setting for a link in the footer. */
const socialLink = (site: string) =>
  describeSetting(
    z
      .url({ protocol: /^https?$/, error: 'must be a full URL such as https://site.example/clinic' })
      .optional(),
    {
      description: `Link to the clinic on a ${site}, shown in the footer.`,
      ifUnset: 'it is not shown',
    },
  );

/** The settings of what the clinic says about itself. */
export const appearanceSettings = {
  PRODUCT_NAME: describeSetting(textSetting('SecondLook'), {
    description: 'Name of the service on pages.',
  }),
  SENDER_NAME: describeSetting(textSetting(), {
    description:
      'Name of the sender of e-mails, slips and messages. It stands on locked screens and shared phones: leave out what tells of an illness.',
    ifUnset: '`PRODUCT_NAME` as the environment gives it',
    example: 'SecondLook',
  }),
  OFFERED_LANGUAGES: describeSetting(
    listSetting(
      (one) => languageCodes.some((code) => code === one),
      `must be codes of languages (${languageCodes.join(', ')}), separated by commas`,
    ),
    {
      description: 'Languages that users can choose. English is always offered.',
      ifUnset: 'every language is offered',
      example: 'te,hi,en',
    },
  ),
  TIME_ZONE: describeSetting(
    textSetting(usualTimeZone).refine(isTimeZone, 'must be a time zone such as Asia/Kolkata'),
    {
      description: 'IANA name of the time zone of the clinic. Pages show days and times in it.',
      example: 'Asia/Dhaka',
    },
  ),
  SUPPORT_EMAIL: describeSetting(z.email(oneAddress).optional(), {
    description: 'E-mail address on the contact page. It also receives every message that visitors send.',
    ifUnset: 'no address is shown, and messages are only kept for the admins',
  }),
  HELPLINE: describeSetting(textSetting(), {
    description:
      'Phone number on the About and Contact pages, and shown to patients if no doctor can translate a review.',
    ifUnset: 'it is not shown',
  }),
  OFFICE_ADDRESS: describeSetting(textSetting(), {
    description:
      'Postal address of the office. Separate lines with `\\n` and put quotation marks around the whole value.',
    ifUnset: 'it is not shown',
  }),
  OUTREACH_ADDRESS: describeSetting(textSetting(), {
    description: 'Postal address of the outreach office, in the format of `OFFICE_ADDRESS`.',
    ifUnset: 'it is not shown',
  }),
  COMPLAINTS_OFFICE: describeSetting(textSetting(), {
    description:
      'Name, address or phone number of an office outside the clinic that takes complaints about data, in the format of `OFFICE_ADDRESS`. It stands in the privacy notice.',
    ifUnset: 'the notice says that none is named',
  }),
  PROCESSORS: describeSetting(textSetting(), {
    description:
      'Who else handles data for the clinic, such as a hosting company, one a line. It stands in the privacy notice.',
    ifUnset: 'the notice says that nobody else is named',
  }),
  OFFICE_HOURS: describeSetting(textSetting(), {
    description: 'Hours in which the helpline is answered and the office is open, beside both.',
    ifUnset: 'they are not shown',
    example: 'Monday to Saturday, 9 to 17',
  }),
  SOCIAL_PHOTOS: socialLink('photo-sharing site'),
  SOCIAL_NETWORK: socialLink('social network'),
  SOCIAL_MICROBLOG: socialLink('microblog'),
  SOCIAL_VIDEO: socialLink('video site'),
};
