import { and, eq, notInArray } from 'drizzle-orm';
import { makeAdmin } from '~/domain/accounts/first-admin.server';
import { recordCheck } from '~/domain/clinic/checked-sentences.server';
import { hashSignSentences } from '~/domain/clinic/sign-checks.server';
import { writeTranslationDigests } from '~/domain/clinic/translation-digests.server';
import { approveExpert } from '~/domain/experts/approve-expert.server';
import { rejectExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation, CallContext, Outcome } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/report/present-report';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { addReview } from '~/domain/review/add-review.server';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { translate } from '~/i18n/translate';
import { users } from '~/platform/db/core/tables/accounts.server';
import { digests, messages, outbox } from '~/platform/db/core/tables/clinic.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { listSignSentences } from '~/web/pipeline/sign-words.server';
import { describeDoubt, describeStep, listStepSentences } from '~/web/pipeline/step-words.server';
import * as demo from './clinic';
import { drawPdf, drawPicture } from './drawings';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const started = Date.now();
const context: CallContext = {
  ...pageChannel,
  language: 'en',
  client: 'seed',
  sentence: (words) => translate('en', words),
  sentenceIn: translate,
  describeStep: (facts) => describeStep('en', facts),
  describeDoubt: () => describeDoubt('en'),
  listStepSentences,
  listSignSentences,
  linkTo: String,
};
export type Named = { firstName: string; lastName: string };

/** Returns the e-mail address of an invented person. */
export const emailOf = ({ firstName, lastName }: Named) =>
  `${firstName}.${lastName}@demo.example`.toLowerCase();

const phoneOf = (number: number) => `+9198765432${number}`;

type Person = (typeof demo.patients)[number];
type Credentials = Pick<
  (typeof demo.doctors)[number],
  'registrationNumber' | 'council' | 'qualification' | 'reads'
>;

async function openAccount(
  person: Person & Partial<Credentials>,
  {
    accountType,
    daysAgo,
    number,
    password,
  }: { accountType: 'Patient' | 'Expert'; daysAgo: number; number: number; password: string },
): Promise<Viewer> {
  const { firstName, lastName, gender, born, about, registrationNumber, council, qualification } = person;
  const { language = 'en', reads } = person;
  const at = new Date(started - daysAgo * dayMs);
  const viewer = {
    id: newId(),
    accountType,
    firstName,
    lastName,
    email: emailOf(person),
    approved: false,
    suspended: false,
    needs2faSetup: false,
    needsNewPassword: false,
    isHelper: false,
    isFrontDesk: false,
    pictureTag: null,
    language,
  };
  await execute(
    db()
      .insert(users)
      .values({
        ...viewer,
        gender,
        about,
        dateOfBirth: born,
        registrationNumber,
        council,
        qualification,
        reads,
        contactNumber: phoneOf(number),
        passwordHash: await hashPassword(password),
        createdAt: at,
        updatedAt: at,
      }),
  );
  return viewer;
}

/** Runs an operation as a user would on a page, through the same rules. */
async function does<Result extends Outcome>(
  viewer: Viewer,
  operation: AnyOperation<Result>,
  { form, routeInput }: { form?: FormData; routeInput?: Record<string, unknown> },
) {
  const request = new Request('http://seed.invalid/', { method: 'POST', body: form });
  const result = await runOperation(operation, { request, context, findViewer: () => viewer, routeInput });
  if (result.status !== 'done')
    throw new OperatorError(`The demo clinic is incomplete: ${operation.name} ended with ${result.status}.`);
  return result.value;
}

async function fileOf({ file }: demo.DemoReport) {
  const ending = file.name.split('.').at(-1) ?? '';
  const format = ending === 'jpg' ? 'jpeg' : (ending as 'png' | 'webp' | 'gif');
  const bytes = 'papers' in file ? drawPdf(file.papers) : await drawPicture(file.drawing, format);
  return new File([new Uint8Array(bytes)], file.name);
}

async function send(patient: Viewer, report: demo.DemoReport) {
  const phone = phoneOf(10 + demo.patients.findIndex(({ firstName }) => firstName === report.of));
  const form = new FormData();
  form.set('reportType', report.type);
  form.set('countryCode', '+91');
  form.set('phoneNumber', phone.slice(3));
  form.set('consent', 'on');
  if (report.says) form.set('description', report.says);
  for (const [field, value] of Object.entries(report.about ?? {})) form.set(field, value);
  form.set('report', await fileOf(report));
  const { data } = await does(patient, uploadReport, { form });
  await untilThumbnailsStored();
  const id = (data as PublicReport)._id;
  const at = new Date(started - report.daysAgo * dayMs);
  await execute(db().update(reports).set({ createdAt: at, updatedAt: at }).where(eq(reports.id, id)));
  await execute(db().update(consents).set({ at }).where(eq(consents.reportId, id)));
  return id;
}

async function answer(doctor: Viewer, reportId: string, { daysAgo, review }: demo.DemoReport) {
  if (!review) return;
  await does(doctor, addReview, { routeInput: { reportId, review: review.words } });
  const at = new Date(started - daysAgo * dayMs + review.afterHours * hourMs);
  await execute(db().update(reports).set({ reviewedAt: at, updatedAt: at }).where(eq(reports.id, reportId)));
}

/**
 * Marks e-mails to invented people as sent, so that none goes out. Those that waited before are
 * left alone.
 */
async function keepEmails(before: string[]) {
  const isOurs = and(eq(outbox.state, 'waiting'), notInArray(outbox.id, before));
  await execute(db().update(outbox).set({ state: 'sent' }).where(isOurs));
  await execute(db().update(digests).set({ dueAt: null }));
}

/**
 * Fills an empty clinic with invented people, reports and reviews.
 *
 * @param password the password of everyone.
 */
export async function fillDemoClinic(password: string) {
  const earlierIds = (await db().select({ id: outbox.id }).from(outbox)).map(({ id }) => id);
  const id = await makeAdmin({ ...demo.admin, email: emailOf(demo.admin), password });
  const admin: Viewer = {
    ...demo.admin,
    id,
    email: emailOf(demo.admin),
    accountType: 'Admin',
    approved: true,
    suspended: false,
    needs2faSetup: false,
    needsNewPassword: false,
    isHelper: false,
    isFrontDesk: false,
    pictureTag: null,
    language: 'en' as const,
  };
  const people = new Map<string, Viewer>();
  for (const [number, patient] of demo.patients.entries()) {
    const account = { accountType: 'Patient', daysAgo: 40 - number, number: 10 + number, password } as const;
    people.set(patient.firstName, await openAccount(patient, account));
  }
  for (const [number, doctor] of demo.doctors.entries()) {
    const daysAgo = doctor.isApproved ? 60 - number : 2 - number / 4;
    const viewer = await openAccount(doctor, {
      accountType: 'Expert',
      daysAgo,
      number: 30 + number,
      password,
    });
    people.set(doctor.firstName, { ...viewer, approved: doctor.isApproved });
    if (doctor.isApproved) {
      const { registrationNumber } = doctor;
      await does(admin, approveExpert, {
        routeInput: { expertId: viewer.id, registrationNumber, isChecked: true },
      });
    }
    if (doctor.taken) {
      const { to, reason } = doctor.taken;
      const changeExpertStatus = to === 'suspend' ? suspendExpert : rejectExpert;
      await does(admin, changeExpertStatus, {
        routeInput: { expertId: viewer.id, reason, answersInDoubt: false },
      });
    }
    await keepEmails(earlierIds);
  }
  const wordingHash = hashSignSentences(context, 'en');
  await does(admin, recordCheck, { routeInput: { language: 'en', wordingHash, by: 'Dr Meera Nair' } });
  const personOf = (firstName: string) => {
    const viewer = people.get(firstName);
    if (!viewer) throw new Error(`Nobody in the demo clinic is called ${firstName}.`);
    return viewer;
  };
  for (const report of demo.reports) {
    const reportId = await send(personOf(report.of), report);
    if (report.review) await answer(personOf(report.review.by), reportId, report);
    await keepEmails(earlierIds);
  }
  for (const { daysAgo, ...message } of demo.messages) {
    const createdAt = new Date(started - daysAgo * dayMs);
    await execute(
      db()
        .insert(messages)
        .values({ ...message, id: newId(), language: 'en', createdAt }),
    );
  }
  // Its e-mails would otherwise be the first output of the server.
  await writeTranslationDigests();
  await keepEmails(earlierIds);
}
