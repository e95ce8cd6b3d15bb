import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { deskKeyOf } from '~/domain/identity/desk-key.server';
import { allowMessages } from '~/domain/identity/message-consents.server';
import { findIdempotentResult, rememberResult, untilCallsStored } from '~/domain/kernel/idempotency.server';
import { toStoredNoEmail } from '~/domain/kernel/no-email';
import { type CallContext, type Idempotency, openOperation, operation } from '~/domain/kernel/operation';
import { toE164 } from '~/domain/kernel/phone';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { addToList } from '~/domain/report/people-rows.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, isDuplicate, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { getSettings } from '~/platform/settings/env.server';
import { requireNoOlderServer } from './every-server.server';
import { openAccountForm } from './schemas';
import { newClinicNumber, newOneTimePassword, presentSlip, slipAnswer } from './slip.server';

const genderOfSex = { female: 'Female', male: 'Male', other: 'Other', unsaid: null } as const;
const maxDraws = 5;

type Details = z.output<typeof openAccountForm>;

/**
 * Opens an account for a patient without e-mail (docs/requirements.md#accounts-without-e-mail). The
 * answer has the one-time password, which is stored only as a hash; a call that is repeated under
 * its Idempotency-Key answers without it.
 *
 * @throws Refusal: `forbidden` where the clinic has switched this off; `invalid` beside
 *   `contactNumber`; `conflict` while an older server is running; `tooMany` after 60 in an hour.
 */
export const openAccountFor = operation({
  name: 'account.open',
  api: {
    summary: 'Open an account without e-mail',
    text: 'For admins, the front desk and helpers. Opens a Patient account whose owner logs in with a clinic number. Returns the one-time password, which is not shown again. A repeated call with the same `Idempotency-Key` returns the account without the password.',
  },
  input: openAccountForm,
  output: slipAnswer,
  refusals: ['conflict', 'tooMany'],
  allow: 'account.openFor',
  policy: { idempotencyKey: 'honoured' },
  successMessage: 'openAccount.done',
  failureMessage: 'openAccount.failed',
  async run({ viewer, input, context, idempotency }) {
    if (whoOpensWithoutEmail() === 'off') throw new Refusal('forbidden', 'openAccount.off');
    const earlierId = await findIdempotentResult(idempotency);
    if (earlierId) return repeatAnswer(earlierId, context);
    const wait = await consume('accountsOpened', viewer.id);
    if (wait > 0) throw tooManyRefusal(wait);
    try {
      return await openAccount({ input, openedBy: viewer.id, context, idempotency });
    } catch (error) {
      await refund('accountsOpened', viewer.id);
      throw error;
    }
  },
});

/**
 * Opens one's own account without e-mail, where the clinic lets everybody do that.
 *
 * @throws Refusal: `forbidden` elsewhere; otherwise as `openAccountFor` does, with five a day from
 *   one network.
 */
export const openOwnAccount = openOperation({
  name: 'account.openOwn',
  input: openAccountForm,
  output: slipAnswer,
  refusals: ['forbidden', 'conflict'],
  policy: { formFor: 'guests' },
  limits: ['accountsWithoutEmail'],
  successMessage: 'openAccount.done',
  failureMessage: 'openAccount.failed',
  async run({ input, context }) {
    if (whoOpensWithoutEmail() !== 'everybody') throw new Refusal('forbidden', 'openAccount.off');
    return openAccount({ input, context });
  },
});

/** Returns who may open an account without e-mail in this clinic. */
export const whoOpensWithoutEmail = () => getSettings().OPEN_WITHOUT_EMAIL;

/**
 * Checks whether a staff member may open the form of `openAccountFor`.
 *
 * @throws Refusal: `forbidden` where the clinic has switched this off.
 */
export const readToOpen = operation({
  name: 'account.readToOpen',
  input: z.object({}),
  allow: 'account.openFor',
  successMessage: 'openAccount.title',
  failureMessage: 'openAccount.failed',
  async run() {
    if (whoOpensWithoutEmail() === 'off') throw new Refusal('forbidden', 'openAccount.off');
    return {};
  },
});

async function repeatAnswer(id: string, context: CallContext) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  if (!row) throw new Refusal('notFound', 'frontDesk.notFound');
  await untilCallsStored();
  return { data: presentSlip(row, null, context) };
}

async function openAccount({
  input,
  openedBy,
  context,
  idempotency,
}: {
  input: Details;
  openedBy?: string;
  context: CallContext;
  idempotency?: Idempotency;
}) {
  await requireNoOlderServer();
  const { contactNumber: typed, countryCode: dialCode, mayWrite: _mayWrite, ...details } = input;
  const contactNumber = typed ? (toE164({ number: typed, dialCode }) ?? null) : null;
  if (typed && !contactNumber) throw new Refusal('invalid', 'phone.notInCountry', { field: 'contactNumber' });
  const password = newOneTimePassword();
  const passwordHash = await hashPassword(password);
  // A number that is taken already is drawn again.
  for (let draws = 1; ; draws += 1) {
    const row = toRow({ ...details, contactNumber, passwordHash, openedBy });
    try {
      if (await writeAccount(row, input, idempotency)) return { data: presentSlip(row, password, context) };
      const earlierId = await findIdempotentResult(idempotency);
      if (earlierId) return await repeatAnswer(earlierId, context);
      throw new Refusal('conflict', 'openAccount.failed');
    } catch (error) {
      if (!isDuplicate(error) || draws === maxDraws) throw error;
    }
  }
}

type Row = typeof users.$inferSelect;

function toRow({
  firstName,
  lastName,
  birthYear,
  sex,
  language,
  contactNumber,
  passwordHash,
  openedBy,
}: Omit<Details, 'contactNumber' | 'countryCode' | 'mayWrite'> & {
  contactNumber: string | null;
  passwordHash: string;
  openedBy?: string;
}): Row {
  const id = newId();
  const now = new Date();
  return {
    ...emptyRow,
    id,
    accountType: 'Patient',
    firstName,
    lastName: lastName ?? '',
    email: toStoredNoEmail(id),
    passwordHash,
    contactNumber,
    gender: genderOfSex[sex],
    language,
    createdAt: now,
    updatedAt: now,
    loginName: newClinicNumber(),
    birthYear: String(birthYear),
    deskKey: deskKeyOf(contactNumber, birthYear),
    openedBy: openedBy ?? null,
    mustChangePassword: true,
    firstDevice: null,
  };
}

const emptyRow = {
  approved: false,
  approvedAt: null,
  approvedBy: null,
  registrationNumber: null,
  council: null,
  qualification: null,
  suspendedAt: null,
  rejectedAt: null,
  standingReason: null,
  totpSecret: null,
  totpSince: null,
  totpLastStep: null,
  about: null,
  dateOfBirth: null,
  pictureName: null,
  pictureTag: null,
  reads: null,
  helperSince: null,
  helperBy: null,
  frontDeskSince: null,
  frontDeskBy: null,
};

/** Writes an account and its owner as the first person of its list. */
function writeAccount(row: Row, { birthYear, sex, mayWrite }: Details, idempotency?: Idempotency) {
  const name = `${row.firstName} ${row.lastName}`.trim();
  const details = { name, birthYear, sex, relation: 'self' as const };
  return atomically([
    idempotency && requireChange(rememberResult(idempotency, row.id)),
    db().insert(users).values(row),
    mayWrite && row.contactNumber !== null && allowMessages(row.id, row.contactNumber),
    ...addToList(row.id, { details, knownPeople: [] }).steps,
    auditEntry({ action: 'account.openedFor', actorId: row.openedBy ?? row.id, objectId: row.id }),
  ]);
}
