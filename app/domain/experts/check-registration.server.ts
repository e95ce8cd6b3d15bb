import { and, eq, isNull, or } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { extensionDays } from '~/domain/identity/expert-constants';
import { checkCall, checkForm, extendCall } from '~/domain/identity/expert-schemas';
import { requireExpert, whereStatus } from '~/domain/identity/expert-status.server';
import { clinicDay } from '~/domain/kernel/days';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { addDays } from '~/domain/report/step-check';
import { registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import {
  checkSteps,
  isNewestOf,
  isNumberAs,
  listRegistrationChecks,
  setRegisteredUntil,
  toCheckColumns,
} from './registration-checks.server';

/**
 * Records that an admin has checked the registration of an approved or suspended expert, also again.
 *
 * @throws Refusal: `notFound`; `invalid` beside `method` or `reason`; `conflict` if the expert is not
 *   approved, or has a registration number other than the page showed.
 */
export const checkRegistration = operation({
  name: 'expert.checkRegistration',
  api: {
    summary: 'Record a check of a registration',
    text: 'For admins. Records that you checked the registration of an approved or suspended expert, and how; or why they need no number. Omitted credentials are those of the expert; others replace them. Returns 409 for an expert who is not approved, as approving records the same.',
  },
  input: checkCall,
  inputOnPage: checkForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'checkPage.done',
  failureMessage: 'checkPage.failed',
  async run({ viewer, input: { expertId, shownNumber, ...input } }) {
    const expert = await requireExpert(expertId);
    if (!expert.approved) throw new Refusal('conflict', 'checkPage.notApproved');
    const columns = toCheckColumns(expert, input);
    if (columns?.registrationNumber ?? expert.registrationNumber) {
      if (!input.method) throw new Refusal('invalid', 'checkPage.noMethod', { field: 'method' });
    } else if (!input.reason) throw new Refusal('invalid', 'judge.reason', { field: 'reason' });
    const now = new Date();
    const isRecorded =
      columns !== undefined &&
      (await atomically([
        lock(users, eq(users.id, expertId)),
        requireChange(
          db()
            .update(users)
            .set({ updatedAt: now })
            .where(
              and(
                eq(users.id, expertId),
                or(whereStatus.approved, whereStatus.suspended),
                isNumberAs(shownNumber ?? expert.registrationNumber),
              ),
            ),
        ),
        ...checkSteps(columns, { expertId, adminId: viewer.id, now }),
      ]));
    if (!isRecorded) throw new Refusal('conflict', 'approve.numberChanged');
    return {};
  },
});

/**
 * Adds 14 days to the end of a registration, once for each check, and only if the new end lies ahead.
 *
 * @throws Refusal: `notFound`; `conflict` if the newest check has no end, was extended already, or
 *   ended so long ago that the days have passed.
 */
export const extendRegistration = operation({
  name: 'expert.extendRegistration',
  api: {
    summary: 'Add days to a registration',
    text: `For admins. Adds ${extensionDays} days to the end of an expert's registration, once for each check. Returns 409 if the newest check has no end, was extended already, or if those days have passed too.`,
  },
  input: extendCall,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'extendPage.done',
  failureMessage: 'extendPage.failed',
  async run({ viewer, input: { expertId, reason } }) {
    await requireExpert(expertId);
    const check = (await listRegistrationChecks([expertId])).at(-1);
    if (!check?.validUntil) throw new Refusal('conflict', 'extendPage.noEnd');
    if (check.extendedUntil) throw new Refusal('conflict', 'extendPage.already');
    const extendedUntil = addDays(check.validUntil, extensionDays);
    if (extendedUntil < clinicDay(Date.now())) throw new Refusal('conflict', 'extendPage.tooLate');
    const isExtended = await atomically([
      lock(users, eq(users.id, expertId)),
      requireChange(
        db()
          .update(registrationChecks)
          // They are told of the new end as well, once it is near.
          .set({ extendedUntil, extensionReason: reason, endToldAt: null })
          .where(
            and(
              eq(registrationChecks.id, check.id),
              isNull(registrationChecks.extendedUntil),
              isNewestOf(expertId),
            ),
          ),
      ),
      setRegisteredUntil(expertId),
      auditEntry({ action: 'registration.extended', actorId: viewer.id, objectId: expertId }),
    ]);
    if (!isExtended) throw new Refusal('conflict', 'extendPage.already');
    return {};
  },
});
