import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requiredChoice } from '~/domain/kernel/choices';
import { toLatinDigits } from '~/domain/kernel/digits';
import { emptyOutput, key, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { reportTargets } from '~/platform/db/core/tables/alerts.server';
import { atomically, db } from '~/platform/db/db.server';
import { reportTypes } from '~/platform/enums';
import { maxTargetHours } from './alert-constants';
import { readLadderTime } from './ladder-time.server';
import { readTargetHours } from './overdue.server';
import { findQuietUntil, hasQuietenedLately } from './quiet-times.server';

const reportType = requiredChoice(reportTypes, key('form.choices')).meta({
  description: 'Report type.',
  example: 'ECG',
});

const alertSettings = z
  .object({
    targets: z
      .array(
        z.object({
          reportType: z.enum(reportTypes).describe('Report type.'),
          hours: z.int().describe('Hours within which a report of this type should have its review.'),
        }),
      )
      .describe('Hours for each report type.'),
    quietUntil: publicMoment
      .nullable()
      .describe('When messages about reports are sent again, in UTC. `null` if they are not stopped.'),
    mayQuieten: z.boolean().describe('Whether you may stop the messages now.'),
  })
  .meta({
    id: 'AlertSettings',
    description: 'Hours after which a report is overdue, and whether messages are stopped.',
    example: { targets: [{ reportType: 'ECG', hours: 24 }], quietUntil: null, mayQuieten: true },
  });

/** Reads the target of each report type, and whether messages are quietened. */
export const readAlertSettings = operation({
  name: 'alerts.readSettings',
  api: {
    summary: 'Read the settings of messages about reports',
    text: 'For admins. When a report has waited longer than the hours of its type, admins and doctors on duty get one message.',
  },
  input: z.object({}),
  output: z.object({ data: alertSettings.describe('The settings.') }),
  allow: 'system.read',
  successMessage: 'alerts.title',
  failureMessage: 'report.fetchFailed',
  async run({ viewer }) {
    const now = await readLadderTime();
    const hours = await readTargetHours();
    const quietUntil = await findQuietUntil(now);
    return {
      data: {
        targets: reportTypes.map((type) => ({ reportType: type, hours: hours[type] })),
        quietUntil: quietUntil?.toISOString() ?? null,
        mayQuieten: !quietUntil && !(await hasQuietenedLately(viewer, now)),
      },
    };
  },
});

const wrongHours = key('alerts.hoursInvalid');

/** Changes the hours within which a report of a type should have its review. */
export const changeTarget = operation({
  name: 'alerts.changeTarget',
  api: {
    summary: 'Change how long reports of a type may wait',
    text: 'For admins. Reports that have waited longer already and were not told of are told of within 15 minutes.',
  },
  input: z.object({
    reportType,
    hours: z
      .preprocess(
        (input) => (typeof input === 'string' ? toLatinDigits(input).trim() || undefined : input),
        z.coerce.number(wrongHours).int(wrongHours).min(1, wrongHours).max(maxTargetHours, wrongHours),
      )
      .meta({ description: `Hours, from 1 to ${maxTargetHours}.`, example: 24 }),
  }),
  output: emptyOutput,
  allow: 'system.read',
  successMessage: 'alerts.saved',
  failureMessage: 'alerts.notSaved',
  async run({ viewer, input: { reportType: type, hours } }) {
    const columns = { hours, changedAt: new Date() };
    await atomically([
      db()
        .insert(reportTargets)
        .values({ reportType: type, ...columns })
        .onConflictDoUpdate({
          target: reportTargets.reportType,
          set: { hours: sql`excluded.hours`, changedAt: sql`excluded.changed_at` },
        }),
      auditEntry({ action: 'targets.changed', actorId: viewer.id, objectId: type }),
    ]);
    return {};
  },
});
