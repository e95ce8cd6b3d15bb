import { and, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { isActiveAdmin, placeholderName } from '~/domain/accounts/first-admin.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { readClinicBackups } from '~/platform/backup/clinic-backups.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { commandLine } from '~/platform/operator-commands.server';
import { getSettings } from '~/platform/settings/env.server';
import { findSignChecks, type SignContext } from './sign-checks.server';

/** The steps that a clinic needs before patients can use it, in the recommended order. */
const doneItems = z.object({
  profile: z.boolean().describe('Whether you have entered your own name.'),
  email: z.boolean().describe('Whether a mail server is set up and a test e-mail was sent.'),
  https: z.boolean().describe('Whether the address of the service uses HTTPS.'),
  backup: z.boolean().describe('Whether a backup was made.'),
  restore: z.boolean().describe('Whether an admin has recorded a trial restore.'),
  secondAdmin: z.boolean().describe('Whether there is more than one admin.'),
  twoStep: z.boolean().describe('Whether every admin uses two-step login.'),
  doctor: z.boolean().describe('Whether at least one expert is approved.'),
  signs: z.boolean().describe('Whether a doctor of the clinic has confirmed the list of danger signs.'),
  contact: z.boolean().describe('Whether the support address, the helpline and the office address are set.'),
});

/** Settings of the addresses and links that pages show, in the order of docs/settings.md. */
const contactSettings = [
  'SUPPORT_EMAIL',
  'HELPLINE',
  'OFFICE_ADDRESS',
  'OUTREACH_ADDRESS',
  'SOCIAL_PHOTOS',
  'SOCIAL_NETWORK',
  'SOCIAL_MICROBLOG',
  'SOCIAL_VIDEO',
] as const;

/**
 * Each step and whether it is done; `isMailSetUp` says whether e-mails leave the machine at all.
 */
export const checklist = z.object({
  done: doneItems.describe('Steps, and whether each is done.'),
  isMailSetUp: z.boolean().describe('Whether a mail server is set up.'),
  contactSettings: z
    .array(
      z.object({
        name: z.enum(contactSettings).describe('Name of the setting.'),
        isSet: z.boolean().describe('Whether it is set.'),
      }),
    )
    .describe('Settings of the addresses and links that pages show.'),
  commands: z
    .object({
      createAdmin: z.string().describe('Creates another admin.'),
      restore: z.string().describe('Restores a backup.'),
    })
    .describe('Lines to type on the server, as this installation runs its commands.'),
});

export type Checklist = z.infer<typeof checklist>;

/**
 * Reads the progress of a clinic's first steps.
 *
 * @param viewer the admin who looks; one step is their own.
 * @param context gives the words that a doctor confirms.
 * @returns null once everything is done.
 */
export async function readChecklist(viewer: Viewer, context: SignContext): Promise<Checklist | null> {
  const settings = getSettings();
  const { SMTP_URL, isSecure, SUPPORT_EMAIL, HELPLINE, OFFICE_ADDRESS } = settings;
  const isMailSetUp = SMTP_URL !== undefined;
  const recorded = await db()
    .selectDistinct({ action: audit.action })
    .from(audit)
    .where(inArray(audit.action, ['email.tested', 'restore.tried']));
  const hasDone = (action: string) => recorded.some((entry) => entry.action === action);
  const isAdmin = isActiveAdmin();
  const [admins, adminsWithoutFactor, doctors] = await Promise.all([
    db().$count(users, isAdmin),
    db().$count(users, and(isAdmin, isNull(users.totpSince))),
    db().$count(users, whereStatus.approved),
  ]);
  const { firstName, lastName } = placeholderName;
  const doneSteps = {
    profile: viewer.firstName !== firstName || viewer.lastName !== lastName,
    email: isMailSetUp && hasDone('email.tested'),
    https: isSecure,
    backup: (await readClinicBackups(settings)).good !== undefined,
    restore: hasDone('restore.tried'),
    secondAdmin: admins > 1,
    twoStep: adminsWithoutFactor === 0,
    doctor: doctors > 0,
    signs: (await findSignChecks(context)).isConfirmed,
    contact: Boolean(SUPPORT_EMAIL && HELPLINE && OFFICE_ADDRESS),
  };
  if (Object.values(doneSteps).every(Boolean)) return null;
  return {
    done: doneSteps,
    isMailSetUp,
    contactSettings: contactSettings.map((name) => ({ name, isSet: Boolean(settings[name]) })),
    commands: {
      createAdmin: commandLine('create-admin', 'name@clinic.example'),
      restore: commandLine('restore', '/path/to/backup.tar'),
    },
  };
}

/**
 * Records that an admin has tried to restore a backup. The trial happens on another machine or in
 * other folders, so this server cannot see it.
 */
export const noteRestoreTried = operation({
  name: 'system.noteRestoreTried',
  api: {
    summary: 'Record a trial restore',
    text: 'For admins. Marks this step of the checklist as done. The server cannot detect a restore, because it happens on another machine.',
  },
  input: z.object({}),
  output: emptyOutput,
  allow: 'system.read',
  successMessage: 'restoreTried.done',
  failureMessage: 'restoreTried.failed',
  async run({ viewer }) {
    await execute(auditEntry({ action: 'restore.tried', actorId: viewer.id }));
    return {};
  },
});
