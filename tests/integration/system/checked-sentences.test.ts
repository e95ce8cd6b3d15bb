import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hashSignSentences } from '~/domain/clinic/sign-checks.server';
import type { StepFacts } from '~/domain/kernel/step-words';
import { selectSteps } from '~/domain/report/rows-of-reports.server';
import { hashStepSentences, presentNextSteps } from '~/domain/report-view/present-next-steps.server';
import type { Language } from '~/i18n/languages';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as sentencesPage from '~/routes/dashboard/admin/checked-sentences';
import { listSignSentences } from '~/web/pipeline/sign-words.server';
import { describeDoubt, describeStep, listStepSentences } from '~/web/pipeline/step-words.server';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, sendReview } from '../../support/reports';
import { getPage, postPage } from '../../support/requests';

let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
});

const path = '/dashboard/checked-sentences';
type Sentences = { languages: { language: string; wordingHash: string; check: { by: string } | null }[] };
const record = (fields: Record<string, string>) =>
  postPage(sentencesPage, { path, cookie: admin.cookie, fields });
async function ofTelugu() {
  const { data } = await getPage(sentencesPage, { path, cookie: admin.cookie });
  const found = (data as Sentences).languages.find(({ language }) => language === 'te');
  if (!found) throw new Error('Telugu is not listed');
  return found;
}

test('the English sentence stands beside the Telugu one until somebody has checked its wording', async () => {
  const [patient, doctor] = [await a.patient(), await an.expert()];
  const { _id } = await aReportOf(patient, { file: 'rash.png' });
  await sendReview({ reportId: _id, token: doctor.token, review: 'All is well', nextStep: 'seeDoctor' });
  const [row] = await db().select().from(reports).where(eq(reports.id, _id));
  if (!row) throw new Error('The report is gone');
  const stepIn = async (language: Language) => {
    const beside = { steps: await selectSteps([_id]), versions: new Map(), barred: new Map() };
    const context = {
      language,
      describeStep: (facts: StepFacts) => describeStep(language, facts),
      describeDoubt: () => describeDoubt(language),
      listStepSentences,
    };
    return (await presentNextSteps([row], beside, context)).get(_id);
  };
  expect((await stepIn('en'))?.uncheckedNote).toBeNull();
  expect(await stepIn('te')).toMatchObject({
    sentence: expect.stringMatching(/\p{Script=Telugu}/u),
    sentenceInEnglish: expect.stringMatching(/^Please see a doctor/),
    uncheckedNote: expect.stringMatching(/\p{Script=Telugu}/u),
  });

  // A check of another wording counts for nothing.
  await execute(
    db()
      .insert(checkedSentences)
      .values({ language: 'te', wordingHash: 'earlier', by: 'Lakshmi', at: new Date() }),
  );
  const { wordingHash, check } = await ofTelugu();
  expect(check).toBeNull();
  expect((await record({ language: 'te', wordingHash: 'earlier', by: 'Lakshmi' })).toast?.type).toBe('error');
  expect((await record({ language: 'te', wordingHash, by: ' ' })).status).toBe(400);
  expect((await record({ language: 'te', wordingHash, by: 'Lakshmi Rao' })).toast?.type).toBe('success');
  expect((await ofTelugu()).check).toMatchObject({ by: 'Lakshmi Rao' });
  expect((await stepIn('te'))?.uncheckedNote).toBeNull();
  expect((await stepIn('hi'))?.uncheckedNote).not.toBeNull();
  const noted = await db().select().from(audit);
  expect(noted.filter(({ action }) => action === 'sentences.checked')).toHaveLength(1);
});

test('any changed word gives another wording', () => {
  const hashOf = (change: (sentences: string[]) => string[]) =>
    hashStepSentences({ listStepSentences: (language) => change(listStepSentences(language)) }, 'te');
  const same = hashOf((sentences) => sentences);
  expect(hashOf((sentences) => [...sentences])).toBe(same);
  for (const at of listStepSentences('te').keys())
    expect(hashOf((sentences) => sentences.with(at, `${sentences[at]} `))).not.toBe(same);
});

test('a doctor’s confirmation of the danger signs is recorded in English, and that of another list refused', async () => {
  const ofSigns = async (wanted: Language) => {
    const { data } = await getPage(sentencesPage, { path, cookie: admin.cookie });
    return (data as { signs: Sentences['languages'] }).signs.find(({ language }) => language === wanted);
  };
  const { wordingHash = '', check } = (await ofSigns('en')) ?? {};
  expect(check).toBeNull();
  const by = 'Dr Tara Bose';
  expect((await record({ language: 'te', wordingHash, by })).toast?.type).toBe('error');
  const english = hashStepSentences({ listStepSentences }, 'en');
  expect((await record({ language: 'en', wordingHash: english, by })).toast?.type).toBe('error');
  expect((await record({ language: 'en', wordingHash, by })).toast?.type).toBe('success');
  expect((await ofSigns('en'))?.check).toMatchObject({ by });
  expect((await ofSigns('te'))?.check).toBeNull();
});

test('any changed word of a danger sign gives another version, of its translations too', () => {
  const hashOf = (language: Language, change: (sentences: string[], of: Language) => string[]) =>
    hashSignSentences({ listSignSentences: (of) => change(listSignSentences(of), of) }, language);
  const same = { en: hashOf('en', (signs) => signs), te: hashOf('te', (signs) => signs) };
  expect(same.en).not.toBe(same.te);
  for (const at of listSignSentences('en').keys()) {
    const changeIn = (changed: Language) => (signs: string[], of: Language) =>
      of === changed ? signs.with(at, `${signs[at]} `) : signs;
    expect(hashOf('en', changeIn('en'))).not.toBe(same.en);
    expect(hashOf('te', changeIn('en'))).not.toBe(same.te);
    expect(hashOf('te', changeIn('te'))).not.toBe(same.te);
    expect(hashOf('en', changeIn('te'))).toBe(same.en);
  }
});
