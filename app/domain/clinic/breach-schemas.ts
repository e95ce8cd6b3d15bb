import { z } from 'zod';
import { clinicClock, clinicDay, isRealDay, startOfClinicDay } from '~/domain/kernel/days';
import {
  idSchema,
  key,
  listFields,
  optionalLine,
  publicMoment,
  requiredLine,
  requiredText,
} from '~/domain/kernel/fields';
import { minuteMs } from '~/platform/durations';
import { accountTypes } from '~/platform/enums';
import { breachMost } from './breach-constants';

const example = { number: '1', moment: '2026-03-05T08:30:00.000Z' };

/** A moment as programs send it: ISO 8601 in UTC. */
const utcMoment = z.iso.datetime({ error: key('form.moment') }).transform((text) => new Date(text));

/** A moment as a page sends it: the clinic's day and clock, as YYYY-MM-DDTHH:MM. */
const clinicMoment = z
  .string({ error: key('breach.moment') })
  .transform((text) => parseClinicMoment(text))
  .pipe(z.date({ error: key('breach.moment') }));

function parseClinicMoment(text: string): Date | undefined {
  const [, day = '', hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::\d{2}(?:\.\d+)?)?$/.exec(text) ?? [];
  if (!isRealDay(day)) return undefined;
  return new Date(startOfClinicDay(day) + (Number(hours) * 60 + Number(minutes)) * minuteMs);
}

/** Formats a moment as the value of a page's field. */
export const toClinicMoment = (at: Date): string => `${clinicDay(at.getTime())}T${clinicClock(at)}`;

type Moment = z.ZodType<Date, string>;

const past = (moment: Moment) => moment.refine((at) => at.getTime() <= Date.now(), key('breach.future'));

const orMissing = (moment: Moment) =>
  z.preprocess((input) => (input === '' || input === null ? undefined : input), moment.optional());

const noteFields = (moment: Moment) =>
  z
    .object({
      foundAt: past(moment).meta({
        description: 'Time the breach was found, in UTC. Not in the future.',
        example: example.moment,
      }),
      what: requiredText(key('breach.whatMissing'), breachMost.what).meta({
        description: 'What happened.',
        example: 'The telephone of a doctor was stolen while it was logged in.',
      }),
      actor: optionalLine(breachMost.actor).meta({
        description:
          'Account or key that data was seen with: its ID, or the name or e-mail address of a member of staff, or the name of a key.',
        example: 'meera.nair@demo.example',
      }),
      fromAt: orMissing(moment).meta({
        description: 'Time from which data was seen, in UTC. From the first entry of the log if missing.',
        example: example.moment,
      }),
      toAt: orMissing(moment).meta({
        description: 'Time until which data was seen, in UTC. Until now if missing.',
        example: '2026-03-05T09:30:00.000Z',
      }),
    })
    .refine(({ fromAt, toAt }) => !fromAt || !toAt || fromAt.getTime() <= toAt.getTime(), {
      path: ['toAt'],
      error: key('breach.backwards'),
    });

/** Input for noting a breach, as programs and as the page send it. */
export const noteBreachForm = noteFields(utcMoment);
export const noteBreachOnPage = noteFields(clinicMoment);

const number = idSchema.meta({ description: 'Number of the breach.', example: example.number });

export const breachNumberOnly = z.object({ number });

export const breachPeopleQuery = z.object({ number, ...listFields });

const at = (moment: Moment) =>
  past(moment).meta({ description: 'Time, in UTC. Not in the future.', example: example.moment });

const toldFields = (moment: Moment) =>
  z.object({
    number,
    at: at(moment),
    how: requiredText(key('breach.howMissing'), breachMost.how).meta({
      description: 'How the people were told.',
      example: 'By telephone, and by letter if nobody answered.',
    }),
  });

/** Input for noting that the people were told. */
export const breachToldForm = toldFields(utcMoment);
export const breachToldOnPage = toldFields(clinicMoment);

const boardFields = (moment: Moment) =>
  z.object({
    number,
    at: at(moment),
    reference: requiredLine(key('breach.referenceMissing'), breachMost.reference).meta({
      description: 'Reference under which the board was told.',
      example: 'DPB/2026/118',
    }),
  });

/** Input for noting that the board was told. */
export const boardToldForm = boardFields(utcMoment);
export const boardToldOnPage = boardFields(clinicMoment);

/** The account or key that data was seen with. */
const breachActor = z.object({
  id: z.string().describe('ID of the account or key.'),
  name: z
    .string()
    .nullable()
    .describe('Current name of the account, or name of the key. `null` once the account was deleted.'),
  isKey: z.boolean().describe('Whether it is a key of a program.'),
  accountType: z
    .enum(accountTypes)
    .nullable()
    .describe('Type of the account. `null` for a key, and once the account was deleted.'),
});

const momentOrNull = publicMoment.nullable();

/** A breach as admins see it. */
export const publicBreach = z
  .object({
    number: z.int().min(1).describe('Number of the breach, counted from 1.'),
    foundAt: publicMoment.describe('Time the breach was found, in UTC.'),
    notedAt: publicMoment.describe('Time the breach was noted, in UTC.'),
    notedBy: z
      .string()
      .nullable()
      .describe('Name of the admin who noted it. `null` once the account was deleted.'),
    what: z.string().describe('What happened.'),
    actor: breachActor
      .nullable()
      .describe('Account or key that data was seen with. `null` if it is not known.'),
    fromAt: momentOrNull.describe(
      'Time from which data was seen, in UTC. `null` for the first entry of the log.',
    ),
    toAt: momentOrNull.describe('Time until which data was seen, in UTC. `null` for now.'),
    toldAt: momentOrNull.describe('Time the people were told, in UTC. `null` if that is not noted.'),
    toldHow: z.string().nullable().describe('How the people were told.'),
    boardToldAt: momentOrNull.describe('Time the board was told, in UTC. `null` if that is not noted.'),
    boardReference: z.string().nullable().describe('Reference under which the board was told.'),
    closedAt: momentOrNull.describe('Time the breach was closed, in UTC. `null` while it is open.'),
    hours: z.int().min(0).describe('Whole hours from when it was found until it was closed, or until now.'),
  })
  .meta({
    id: 'Breach',
    description: 'A breach of personal data.',
    example: {
      number: 1,
      foundAt: example.moment,
      notedAt: '2026-03-05T09:40:00.000Z',
      notedBy: 'Lakshmi Rao',
      what: 'The telephone of a doctor was stolen while it was logged in.',
      actor: {
        id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
        name: 'Meera Nair',
        isKey: false,
        accountType: 'Expert',
      },
      fromAt: example.moment,
      toAt: '2026-03-05T09:30:00.000Z',
      toldAt: null,
      toldHow: null,
      boardToldAt: null,
      boardReference: null,
      closedAt: null,
      hours: 26,
    },
  });

export type PublicBreach = z.infer<typeof publicBreach>;

/** A person whose data was seen. */
export const breachPerson = z
  .object({
    userId: z.string().describe('ID of the account.'),
    name: z.string().describe('First and family name.'),
    clinicNumber: z.string().nullable().describe('Clinic number. `null` if the account has none.'),
    email: z.string().nullable().describe('E-mail address. `null` if the account has none.'),
    phone: z
      .string()
      .nullable()
      .describe(
        'Telephone number of the account, or else of its newest report, in E.164. `null` if there is none.',
      ),
    views: z.int().min(1).describe('Number of entries of the log that show that data was seen.'),
    firstAt: publicMoment.describe('Time of the first of them, in UTC.'),
    lastAt: publicMoment.describe('Time of the last of them, in UTC.'),
  })
  .meta({
    id: 'BreachPerson',
    description: 'A person whose data was seen in a breach.',
    example: {
      userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      name: 'Asha Verma',
      clinicNumber: null,
      email: 'asha.verma@demo.example',
      phone: '+919876543210',
      views: 2,
      firstAt: '2026-03-05T08:40:00.000Z',
      lastAt: '2026-03-05T09:10:00.000Z',
    },
  });

export type BreachPerson = z.infer<typeof breachPerson>;
