import { z } from 'zod';
import { emptyOutput, key } from '~/domain/kernel/fields';
import { openOperation, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { clinicWords } from '~/platform/settings/env.server';
import { buildNotice, type NoticeContext, noticeRights, readNoticeVersion } from './notice-content.server';
import { noticeTopics } from './notice-purposes';
import { listNoticesSeen, storeNoticeSeen } from './notices-seen.server';

const exampleVersion = 'q3Zx0W8m1kR7vB2N';

const version = z
  .string({ error: key('privacyPage.outdated') })
  .regex(/^[\w-]{16}$/, key('privacyPage.outdated'))
  .meta({ description: 'Version of the notice that was shown.', example: exampleVersion });

const topic = z.object({
  topic: z.enum(noticeTopics).describe('Name of the topic.'),
  title: z.string().describe('Title of the topic.'),
  why: z.string().describe('Why the data is stored.'),
  items: z
    .array(
      z.object({
        what: z.array(z.string()).describe('What is stored.'),
        howLong: z.string().describe('How long it is stored.'),
        seenBy: z.array(z.string()).describe('Who sees it.'),
      }),
    )
    .describe('What is stored, grouped by how long and who sees it.'),
});

const contact = z.object({
  office: z.string().describe('Postal address. Empty if not set.'),
  helpline: z.string().describe('Phone number. Empty if not set.'),
  email: z.string().describe('E-mail address. Empty if not set.'),
  hours: z.string().describe('Office hours. Empty if not set.'),
});

const publicNotice = z
  .object({
    version: z.string().describe('Changes with what the notice says, and not with its language.'),
    language: z.enum(languageCodes).describe('Language of the sentences.'),
    lead: z.string().describe('What the notice is about.'),
    summary: z.array(z.string()).describe('The most important sentences.'),
    topics: z.array(topic).describe('What is stored, by topic.'),
    rights: z
      .array(
        z.object({
          right: z.enum(noticeRights).describe('Name of the right.'),
          words: z.string().describe('What can be done.'),
        }),
      )
      .describe('What people can do with their data.'),
    clinic: contact.describe('Where the clinic takes complaints.'),
    complaintsOffice: z
      .string()
      .nullable()
      .describe('Office outside the clinic that takes complaints. `null` if the clinic names none.'),
    processors: z
      .string()
      .nullable()
      .describe('Who else handles data for the clinic. `null` if it names nobody.'),
    machines: z.array(z.string()).describe('Where data goes by the settings of the service.'),
  })
  .meta({
    id: 'PrivacyNotice',
    description: 'What the service stores about people, why, how long, and who sees it.',
    example: {
      version: exampleVersion,
      language: 'en',
      lead: 'This page says what SecondLook keeps about you, why, for how long, and who can see it.',
      summary: ['For a child, a parent or guardian agrees each time a report is sent.'],
      topics: [
        {
          topic: 'people',
          title: 'The people you send reports for',
          why: 'So that you need not type their details each time.',
          items: [
            {
              what: ['name, year of birth, sex, and how you are related'],
              howLong: 'Until you remove it, or delete your account',
              seenBy: ['you', 'a helper you chose'],
            },
          ],
        },
      ],
      rights: [{ right: 'copy', words: 'Get a copy of everything we keep about you' }],
      clinic: { office: '1 Station Road', helpline: '', email: '', hours: '' },
      complaintsOffice: null,
      processors: null,
      machines: [],
    },
  });

/** Reads the privacy notice in the caller's language. It is made from the tables of personal data. */
export const readNotice = openOperation({
  name: 'privacy.read',
  api: {
    summary: 'Read the privacy notice',
    text: 'Returns what the service stores about people, why, how long, who sees it, what people can do about it, and where they can complain. The sentences are in the language of `Accept-Language`; `version` changes with what the notice says, and not with the language.',
  },
  input: z.object({}),
  output: z.object({ data: publicNotice.describe('The notice.') }),
  successMessage: 'privacyPage.shown',
  failureMessage: 'privacyPage.notShown',
  async run({ context }) {
    const { name: product, officeAddress, helpline, supportEmail, hours } = clinicWords();
    const data: z.output<typeof publicNotice> = {
      version: readNoticeVersion(context),
      language: context.language,
      lead: context.sentence('privacyPage.lead', { product }),
      ...buildNotice(context, context.language),
      clinic: { office: officeAddress, helpline, email: supportEmail, hours },
    };
    return { data };
  },
});

/**
 * Notes that the user was shown a version of the notice. Noting it again changes nothing.
 *
 * @throws Refusal: `conflict` with the code `outdated` if the notice has another version now.
 */
export const noteNoticeSeen = operation({
  name: 'privacy.noteSeen',
  api: {
    summary: 'Note that you have read the privacy notice',
    text: 'Notes that you were shown this version, in the language of `Accept-Language`, and when. The first time counts. Returns 409 with the code `outdated` if the notice has changed. Nothing else depends on it.',
  },
  input: z.object({ version }),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  successMessage: 'privacyPage.noted',
  failureMessage: 'privacyPage.notNoted',
  async run({ viewer, input, context }) {
    const isStored = await noteIfCurrent(viewer.id, { ...input, language: context.language }, context);
    if (!isStored) throw new Refusal('conflict', 'privacyPage.outdated', { code: 'outdated' });
    return {};
  },
});

type Shown = { version: string; language: LanguageCode };

/**
 * Notes that an account was shown a version of the notice, if that is still its version.
 *
 * @returns false if the notice has another version now.
 */
export async function noteIfCurrent(userId: string, shown: Shown, context: NoticeContext): Promise<boolean> {
  if (shown.version !== readNoticeVersion(context)) return false;
  await storeNoticeSeen(userId, shown);
  return true;
}

/**
 * Finds the version of the notice that an account has not been shown yet.
 *
 * @returns undefined if it was shown the present one; `isFirst` if it was shown none.
 */
export async function findUnseenNotice(userId: string, context: NoticeContext) {
  const current = readNoticeVersion(context);
  const seen = await listNoticesSeen(userId);
  if (seen.some((row) => row.version === current)) return undefined;
  return { version: current, isFirst: seen.length === 0 };
}
