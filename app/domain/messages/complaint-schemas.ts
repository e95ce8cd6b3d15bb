import { z } from 'zod';
import { optionalChoice, requiredChoice } from '~/domain/kernel/choices';
import {
  idSchema,
  key,
  listFields,
  optionalLine,
  publicMoment,
  requiredId,
  requiredText,
} from '~/domain/kernel/fields';
import { complaintTopics } from '~/platform/enums';
import { complaintStates, maxAboutLength, maxTextLength } from './constants';
import { maxAnswerBytes, ownName, readAnswerTo } from './schemas';

export const complaintForm = z.object({
  topic: requiredChoice(complaintTopics, key('complain.topic')).meta({
    description: 'What the complaint is about.',
    example: 'staff',
  }),
  name: ownName,
  answerTo: optionalLine(maxAnswerBytes)
    .transform((typed, context) =>
      typed === undefined ? { email: undefined, phone: undefined } : readAnswerTo(typed, context),
    )
    .meta({
      description:
        'E-mail address or phone number for the answer. Required unless you are signed in; the address of your account otherwise.',
      example: 'asha@example.com',
    }),
  personId: idSchema
    .nullish()
    .transform((id) => id || undefined)
    .meta({
      description:
        'ID of the person it is about: a doctor or helper in your own reports. Only if you are signed in.',
      example: '01k2zq5v7m8n9p0q1r2s3t4v5y',
    }),
  about: optionalLine(maxAboutLength).meta({
    description: 'Names of the people it is about, as you know them. It is never shown to them.',
    example: 'the man at the front desk, Ravi Kumar',
  }),
  text: requiredText(key('complain.text'), maxTextLength).meta({
    description: 'The complaint.',
    example: 'I waited for three hours, and nobody told me why.',
  }),
});

/** A number and the day by which the clinic answers. */
const numberFields = {
  number: z.string().meta({
    description: 'Number of the complaint, in two groups of four symbols.',
    example: '7K3M 9QXD',
  }),
  dueDay: z.iso.date().meta({
    description: 'Day by which the clinic answers, as YYYY-MM-DD.',
    example: '2026-04-04',
  }),
};

export const complaintReceipt = z.object({
  ...numberFields,
  isReadable: z.boolean().meta({
    description: 'Whether an admin can read it. `false` if it is about every admin of the clinic.',
    example: true,
  }),
  office: z.string().nullable().meta({
    description: 'Office outside the clinic for complaints. `null` if the clinic has named none.',
    example: null,
  }),
});

const answerFields = {
  answer: z.string().nullable().describe('Answer of the clinic. `null` while the complaint is open.'),
  answeredAt: publicMoment
    .nullable()
    .describe('Time of the answer, in UTC. `null` while the complaint is open.'),
};

const complaintExample = {
  number: '7K3M 9QXD',
  topic: 'staff' as const,
  about: 'the man at the front desk',
  text: 'I waited for three hours, and nobody told me why.',
  createdAt: '2026-03-05T08:30:00.000Z',
  dueDay: '2026-04-04',
  answer: null,
  answeredAt: null,
};

const contentFields = {
  number: numberFields.number,
  topic: z.enum(complaintTopics).describe('What the complaint is about.'),
  about: z.string().nullable().describe('Whom it is about, as written. `null` if nobody was named.'),
  text: z.string().describe('Text of the complaint.'),
  createdAt: publicMoment.describe('Time the complaint was sent, in UTC.'),
  dueDay: numberFields.dueDay,
  ...answerFields,
};

/** A complaint as admins see it, except those whom it names. */
export const publicComplaint = z
  .object({
    _id: z.string().describe('ID of the complaint.'),
    ...contentFields,
    name: z.string().describe('Name of whoever complained.'),
    email: z.string().nullable().describe('E-mail address for the answer. `null` if there is none.'),
    phone: z.string().nullable().describe('Phone number for the answer, in E.164. `null` if there is none.'),
    hasAccount: z.boolean().describe('Whether it was sent from an account that still exists.'),
    isOverdue: z.boolean().describe('Whether it should have been answered before today.'),
    answeredBy: z
      .string()
      .nullable()
      .describe('Name of the admin who answered. `null` while it is open, or if the account was deleted.'),
  })
  .meta({
    id: 'Complaint',
    description: 'A complaint.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5z',
      ...complaintExample,
      name: 'Asha Devi',
      email: 'asha@example.com',
      phone: null,
      hasAccount: true,
      isOverdue: false,
      answeredBy: null,
    },
  });

export type PublicComplaint = z.infer<typeof publicComplaint>;

/** A complaint as its sender sees it. */
export const ownComplaint = z
  .object({
    ...contentFields,
    state: z.enum(complaintStates).describe('Whether the complaint is open or answered.'),
  })
  .meta({
    id: 'OwnComplaint',
    description: 'A complaint that you sent.',
    example: { ...complaintExample, state: 'open' },
  });

export type OwnComplaint = z.infer<typeof ownComplaint>;

export const complaintList = z.object({
  ...listFields,
  state: optionalChoice(complaintStates)
    .transform((state) => state ?? 'open')
    .describe('Set to `answered` to list answered complaints. Open ones are listed by default.'),
});

const complaintId = requiredId.meta({
  description: 'ID of the complaint: `_id` in `message/complaints`.',
  example: '01k2zq5v7m8n9p0q1r2s3t4v5z',
});

export const complaintIdOnly = z.object({ complaintId });

export const complaintAnswer = z.object({
  complaintId,
  answer: requiredText(key('complaint.answer'), maxTextLength).meta({
    description: 'The answer, which is sent to whoever complained. It cannot be changed later.',
    example: 'We are sorry. From next week two people are at the desk in the morning.',
  }),
});
