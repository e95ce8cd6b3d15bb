import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { tellKinds, tellOutcomes } from '~/platform/enums';

/** Describes a patient to call, without report type, sign, step or words of a doctor. */
export const personToTell = z
  .object({
    reportId: z.string().describe('ID of the report.'),
    kind: z
      .enum(tellKinds)
      .describe(
        'Whether there is an answer or a question. With `all`, also: an `urgent` report that nobody has read for 30 minutes, a `call` that the patient needs about an answer, or a `reminder` to look at an answer again.',
      ),
    subject: z.string().describe('Names the answer or question when its outcome is recorded.'),
    firstName: z.string().describe('First name of the patient.'),
    language: z.enum(languageCodes).describe('Language of the patient.'),
    since: publicMoment.describe('Since when there is something to tell, in UTC.'),
    goToday: z
      .boolean()
      .describe(
        'Whether the patient was told to go to a doctor today, and was not reached. Helpers see it only where the patient lets them read the review.',
      ),
    isFirst: z
      .boolean()
      .describe('Whether this person goes before all others: with `goToday`, and for an urgent report.'),
    dueAt: publicMoment
      .nullable()
      .describe(
        'With `isFirst`: time of the next try after one that did not reach the patient, in UTC. `null` if it is due.',
      ),
    phoneNumber: z.string().nullable().describe('Phone number, in E.164. `null` if none was given.'),
    mayWrite: z.boolean().describe('Whether the patient agreed to be written to on this number.'),
    outcome: z.enum(tellOutcomes).nullable().describe('Outcome of the last try. `null` if nobody has tried.'),
    toldAt: publicMoment.nullable().describe('Time of the last try, in UTC. `null` if nobody has tried.'),
  })
  .meta({
    id: 'PersonToTell',
    description: 'A patient who has something to read.',
    example: {
      reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
      kind: 'answer',
      subject: '1',
      firstName: 'Lakshmi',
      language: 'te',
      since: '2026-03-05T09:10:00.000Z',
      goToday: false,
      isFirst: false,
      dueAt: null,
      phoneNumber: '+919812345678',
      mayWrite: true,
      outcome: null,
      toldAt: null,
    },
  });

export type PersonToTell = z.infer<typeof personToTell>;
