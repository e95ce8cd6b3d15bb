import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { changeWithProof } from '~/domain/log-in/admin-proof.server';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange, type Step } from '~/platform/db/db.server';
import type { ClinicWordName, TypedWords } from '~/platform/settings/clinic-words';
import { clinicWords, getSettings } from '~/platform/settings/env.server';
import { clinicFields, wordOfField } from './clinic-constants';
import { clinicDetailsForm } from './clinic-details-schemas';
import { readTypedWords, refreshTypedWords, storeTypedWords } from './typed-words.server';

/** Words by which people reach the clinic. A change needs the password, and every admin is told. */
const contactWords: ClinicWordName[] = ['HELPLINE', 'SUPPORT_EMAIL'];

/** Reads what was typed about the clinic, what the environment gives, and the languages in use. */
export const readClinicDetails = operation({
  name: 'clinic.readDetails',
  input: z.object({}),
  allow: 'system.read',
  successMessage: 'clinicDetails.read',
  failureMessage: 'clinicDetails.failed',
  async run({ viewer }) {
    const { words: typed, changedAt } = await readTypedWords();
    const settings = getSettings();
    const { fixed, senderName } = clinicWords();
    const fixedWords = clinicFields.flatMap((field) => {
      const name = wordOfField[field];
      return fixed.includes(name) ? [{ field, name, value: [settings[name] ?? ''].flat().join(', ') }] : [];
    });
    return {
      typed: Object.fromEntries(clinicFields.map((field) => [field, wordAsTyped(typed, wordOfField[field])])),
      changedAt: changedAt?.toISOString() ?? 'never',
      fixed: fixedWords,
      senderName,
      languagesInUse: await listLanguagesInUse(),
      asksCode: (await requireOwnRow(viewer)).totpSince !== null,
    };
  },
});

/** Returns a typed word as its field has it. Without a choice every language is offered. */
function wordAsTyped(typed: TypedWords, name: ClinicWordName): string {
  if (name === 'OFFERED_LANGUAGES') return (typed.OFFERED_LANGUAGES ?? languageCodes).join(',');
  return typed[name] ?? '';
}

/** Lists the languages that an account has, which cannot be switched off. */
async function listLanguagesInUse() {
  const rows = await db().selectDistinct({ language: users.language }).from(users);
  return languageCodes.filter((code) => rows.some(({ language }) => language === code));
}

/**
 * Changes what is typed about the clinic. Words that the environment gives stay as they are.
 *
 * @throws Refusal: `conflict` with the code `outdated` if another admin has changed it meanwhile; `invalid`
 *   beside `offeredLanguages` if a language in use would go; for another helpline or e-mail address
 *   `invalid` beside `password`, and as `changeWithProof` does.
 */
export const changeClinicDetails = operation({
  name: 'clinic.changeDetails',
  input: clinicDetailsForm,
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'system.read',
  lists: ['offeredLanguages'],
  secretFields: ['password', 'otp'],
  successMessage: 'clinicDetails.saved',
  failureMessage: 'clinicDetails.failed',
  async run({ viewer, input: { password, otp, changedAt: seenAt, ...input }, context }) {
    const { words: before, laterWords, changedAt } = await readTypedWords();
    if (seenAt !== undefined && seenAt !== (changedAt?.toISOString() ?? 'never')) throw outdated();
    const words: TypedWords = { ...before };
    const { fixed } = clinicWords();
    const changed = clinicFields.flatMap((field) => {
      const name = wordOfField[field];
      if (fixed.includes(name)) return [];
      Object.assign(words, { [name]: toStored(input[field]) });
      return wordAsTyped(words, name) === wordAsTyped(before, name) ? [] : [name];
    });
    if (changed.length === 0) return {};
    if (changed.includes('OFFERED_LANGUAGES')) await requireNoneInUse(before, words);
    const isContact = changed.some((name) => contactWords.includes(name));
    const steps = [
      requireChange(storeTypedWords(words, changedAt, laterWords)),
      ...changed.map((name) => auditEntry({ action: 'clinic.changed', actorId: viewer.id, objectId: name })),
      ...(isContact ? await tellAdmins(viewer, words) : []),
    ];
    if (isContact && !password)
      throw new Refusal('invalid', 'clinicDetails.needsPassword', { field: 'password' });
    const isSaved =
      isContact && password
        ? await changeWithProof({ viewer, proof: { password, otp }, context, steps })
        : await atomically(steps);
    if (!isSaved) throw outdated();
    await refreshTypedWords();
    if (isContact) wakeOutbox();
    return {};
  },
});

/** Returns the refusal of a change by an admin who has not seen the last one. */
const outdated = () => new Refusal('conflict', 'clinicDetails.outdated', { code: 'outdated' });

/** Leaves out an empty word, and the choice of every language, to which later ones belong too. */
function toStored(value: string | readonly string[] | undefined) {
  if (typeof value === 'string' || value === undefined) return value || undefined;
  return value.length === languageCodes.length ? undefined : value;
}

async function requireNoneInUse(before: TypedWords, words: TypedWords): Promise<void> {
  const stays = (list: TypedWords, code: (typeof languageCodes)[number]) =>
    (list.OFFERED_LANGUAGES ?? languageCodes).includes(code);
  const inUse = await listLanguagesInUse();
  const language = inUse.find((code) => stays(before, code) && !stays(words, code));
  if (language)
    throw new Refusal('invalid', 'clinicDetails.languageInUse', {
      field: 'offeredLanguages',
      values: { language: { language } },
    });
}

/** Tells every admin by e-mail how people now reach the clinic, and who has changed it. */
async function tellAdmins({ firstName, lastName }: Viewer, words: TypedWords): Promise<Step[]> {
  const params = {
    name: formatFullName({ firstName, lastName }),
    helpline: words.HELPLINE ?? '–',
    email: words.SUPPORT_EMAIL ?? '–',
  };
  return (await listAdminAccounts()).map((admin) =>
    enqueueEmail({ template: 'contactChanged', ...toAddressee(admin), params }),
  );
}
