import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { requireOfferedLanguage } from '~/domain/accounts/account-language.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { deskKeyOf } from '~/domain/identity/desk-key.server';
import { formatFullName } from '~/domain/identity/full-name';
import { noteTypedNumber } from '~/domain/identity/helper-bonds.server';
import { allowMessages } from '~/domain/identity/message-consents.server';
import { findScope } from '~/domain/kernel/abilities';
import { requireNoOlderServer } from '~/domain/kernel/every-server.server';
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
import { newToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { requireNoLookAlike } from './look-alikes.server';
import { openAccountForm } from './schemas';
import { newClinicNumber, newOneTimePassword, presentSlip, slipAnswer, withoutDetails } from './slip.server';

const genderOfSex = { female: 'Female', male: 'Male', other: 'Other', unsaid: null } as const;
const maxDraws = 5;

type Details = z.output<typeof openAccountForm>;

/**
 * Opens an account for a patient without e-mail (docs/requirements.md#accounts-without-e-mail). The
 * answer has the one-time password, which is stored only as a hash; a call that is repeated under
 * its Idempotency-Key answers without it. A helper gets none: the first slip comes from the front
 * desk.
 *
 * @throws Refusal: `forbidden` where the clinic has switched this off; `invalid` beside
 *   `contactNumber` or `language`; `conflict` while an older server is running, and with the code `samePerson`
 *   if there is an account that looks like it; `tooMany` after 60 in an hour.
 */
export const openAccountFor = operation({
  name: 'account.open',
  api: {
    summary: 'Open an account without e-mail',
    text: 'For admins, the front desk and helpers. Opens a Patient account whose owner logs in with a clinic number. Returns the one-time password, which is not shown again. For a helper `password` is `null`: the first slip comes from the front desk. A repeated call with the same `Idempotency-Key` returns the account without the password. Returns 409 with the code `same_person` if there is an account with the same name and year of birth, or the same phone number and year, unless `same` is sent.',
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
    if (earlierId) return repeatAnswer(earlierId, input, context);
    requireOfferedLanguage(input.language, viewer.language);
    const wait = await consume('accountsOpened', viewer.id);
    if (wait > 0) throw tooManyRefusal(wait);
    try {
      if (!input.same) await requireNoLookAlike(viewer, toPerson(input));
      const isByHelper = findScope(viewer, 'account.openFor') === 'own';
      return await openAccount({ input, opener: { id: viewer.id, isByHelper }, context, idempotency });
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
    requireOfferedLanguage(input.language, context.language);
    return openAccount({ input, context });
  },
});

/** Returns who may open an account without e-mail in this clinic. */
export const whoOpensWithoutEmail = () => getSettings().OPEN_WITHOUT_EMAIL;

/**
 * Reads what the form of `openAccountFor` begins with.
 *
 * @returns `language` is that of the last account that the viewer has opened, or undefined;
 *   `makesSlip` is false for a helper.
 * @throws Refusal: `forbidden` where the clinic has switched this off.
 */
export const readToOpen = operation({
  name: 'account.readToOpen',
  input: z.object({}),
  allow: 'account.openFor',
  successMessage: 'openAccount.title',
  failureMessage: 'openAccount.failed',
  async run({ viewer }) {
    if (whoOpensWithoutEmail() === 'off') throw new Refusal('forbidden', 'openAccount.off');
    const [last] = await db()
      .select({ language: users.language })
      .from(users)
      .where(eq(users.openedBy, viewer.id))
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(1);
    return { language: last?.language, makesSlip: findScope(viewer, 'account.openFor') !== 'own' };
  },
});

/** Presents an account again as it was typed. Its owner may have changed it since. */
async function repeatAnswer(id: string, input: Details, context: CallContext) {
  const [row] = await db().select().from(users).where(eq(users.id, id));
  if (!row) throw new Refusal('notFound', 'frontDesk.notFound');
  await untilCallsStored();
  const { firstName, lastName, contactNumber } = toPerson(input);
  const typed = { ...row, ...withoutDetails, firstName, lastName, contactNumber };
  return { data: presentSlip(typed, null, context) };
}

async function openAccount({
  input,
  opener,
  context,
  idempotency,
}: {
  input: Details;
  opener?: Opener;
  context: CallContext;
  idempotency?: Idempotency;
}) {
  await requireNoOlderServer();
  const person = toPerson(input);
  // The first slip of somebody whom a helper brings comes from the front desk.
  const password = opener?.isByHelper ? null : newOneTimePassword();
  const passwordHash = await hashPassword(password ?? newToken());
  // A number that is taken already is drawn again.
  for (let draws = 1; ; draws += 1) {
    const row = toRow({ ...input, ...person, passwordHash, openedBy: opener?.id });
    try {
      if (await writeAccount(row, { input, opener, idempotency }))
        return { data: presentSlip(row, password, context) };
      const earlierId = await findIdempotentResult(idempotency);
      if (earlierId) return await repeatAnswer(earlierId, input, context);
      throw new Refusal('conflict', 'openAccount.failed');
    } catch (error) {
      if (!isDuplicate(error) || draws === maxDraws) throw error;
    }
  }
}

type Row = typeof users.$inferSelect;
type Opener = { id: string; isByHelper: boolean };

/**
 * Returns the name, the year and the number of somebody in the form in which they are stored.
 *
 * @throws Refusal: `invalid` beside `contactNumber`.
 */
function toPerson({
  firstName,
  lastName = '',
  birthYear,
  contactNumber: typed,
  countryCode: dialCode,
}: Details) {
  const contactNumber = typed ? (toE164({ number: typed, dialCode }) ?? null) : null;
  if (typed && !contactNumber) throw new Refusal('invalid', 'phone.notInCountry', { field: 'contactNumber' });
  return { firstName, lastName, birthYear, contactNumber };
}

function toRow({
  firstName,
  lastName,
  birthYear,
  sex,
  language,
  contactNumber,
  passwordHash,
  openedBy,
}: Pick<Details, 'sex' | 'language'> &
  ReturnType<typeof toPerson> & {
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
    lastName,
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
    provenNumber: contactNumber ?? '',
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
  registeredUntil: null,
  council: null,
  qualification: null,
  suspendedAt: null,
  rejectedAt: null,
  standingReason: null,
  answersInDoubt: null,
  doubtDecidedAt: null,
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
  provenKey: null,
  numberChangedAt: null,
  emailAddedAt: null,
  emailConfirmedAt: null,
};

/** Writes an account and its owner as the first person of its list. */
function writeAccount(
  row: Row,
  { input, opener, idempotency }: { input: Details; opener?: Opener; idempotency?: Idempotency },
) {
  const { birthYear, sex, mayWrite } = input;
  const name = formatFullName(row);
  const details = { name, birthYear, sex, relation: 'self' as const };
  return atomically([
    idempotency && requireChange(rememberResult(idempotency, row.id)),
    db().insert(users).values(row),
    mayWrite && row.contactNumber !== null && allowMessages(row.id, row.contactNumber),
    opener?.isByHelper && noteTypedNumber({ userId: row.id, helperId: opener.id, number: row.contactNumber }),
    ...addToList(row.id, { details, knownPeople: [] }).steps,
    auditEntry({ action: 'account.openedFor', actorId: row.openedBy ?? row.id, objectId: row.id }),
  ]);
}
