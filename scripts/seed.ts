// npm run seed
//
// Fills an empty clinic with invented people, reports and reviews, to try it out. Refuses if the
// clinic has other data.
import { and, count, eq, ne, notInArray } from 'drizzle-orm';
import { makeAdmin } from '~/domain/accounts/first-admin.server';
import { approveExpert } from '~/domain/experts/approve-expert.server';
import { rejectExpert, suspendExpert } from '~/domain/experts/change-expert-status.server';
import { pageChannel } from '~/domain/kernel/channels';
import type { AnyOperation, CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/report/present-report';
import { untilThumbnailsStored } from '~/domain/report-files/thumbnails.server';
import { addReview } from '~/domain/review/add-review.server';
import { uploadReport } from '~/domain/upload/upload-report.server';
import { translate } from '~/i18n/translate';
import { openStores } from '~/ops/start.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { digests, messages, outbox } from '~/platform/db/core/tables/clinic.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db, execute } from '~/platform/db/db.server';
import { reportTypes } from '~/platform/enums';
import { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { newToken } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';
import { decoder } from '~/platform/storage/current-storage.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import * as demo from './demo/clinic';
import { drawPdf, drawPicture } from './demo/drawings';
import { operatorCommand } from './lib/operator-command';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const started = Date.now();
const context: CallContext = {
  ...pageChannel,
  language: 'en',
  client: 'seed',
  sentence: (words) => translate('en', words),
  linkTo: String,
};
const password = newToken().slice(0, 12);

async function requireEmpty() {
  const [otherUsers] = await db()
    .select({ total: count() })
    .from(users)
    .where(ne(users.accountType, 'Admin'));
  const [admins] = await db().select({ total: count() }).from(users).where(eq(users.accountType, 'Admin'));
  const [reportRows] = await db().select({ total: count() }).from(reports);
  const [messageRows] = await db().select({ total: count() }).from(messages);
  const isEmpty =
    otherUsers?.total === 0 &&
    (admins?.total ?? 0) <= 1 &&
    reportRows?.total === 0 &&
    messageRows?.total === 0;
  if (isEmpty) return;
  throw new OperatorError(
    `The database ${getSettings().DATABASE_URL} is in use: it holds more than the first admin. The demo clinic needs an empty database. Nothing was changed.`,
  );
}

type Named = { firstName: string; lastName: string };

const emailOf = ({ firstName, lastName }: Named) => `${firstName}.${lastName}@demo.example`.toLowerCase();

const phoneOf = (number: number) => `+9198765432${number}`;

type Person = (typeof demo.patients)[number];
type Credentials = Pick<
  (typeof demo.doctors)[number],
  'registrationNumber' | 'council' | 'qualification' | 'reads'
>;

async function openAccount(
  person: Person & Partial<Credentials>,
  { accountType, daysAgo, number }: { accountType: 'Patient' | 'Expert'; daysAgo: number; number: number },
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
async function does<Result extends { data?: unknown }>(
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

async function fill() {
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
    pictureTag: null,
    language: 'en' as const,
  };
  const people = new Map<string, Viewer>();
  for (const [number, patient] of demo.patients.entries()) {
    const account = { accountType: 'Patient', daysAgo: 40 - number, number: 10 + number } as const;
    people.set(patient.firstName, await openAccount(patient, account));
  }
  for (const [number, doctor] of demo.doctors.entries()) {
    const daysAgo = doctor.isApproved ? 60 - number : 2 - number / 4;
    const viewer = await openAccount(doctor, { accountType: 'Expert', daysAgo, number: 30 + number });
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
      await does(admin, changeExpertStatus, { routeInput: { expertId: viewer.id, reason } });
    }
    await keepEmails(earlierIds);
  }
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
}

function roleOf({ isApproved, taken }: (typeof demo.doctors)[number]) {
  if (taken) return taken.to === 'suspend' ? 'Expert, suspended' : 'Expert, rejected';
  return isApproved ? 'Expert' : 'Expert, not approved';
}

function sayWhoIsThere() {
  const waiting = demo.reports.filter(({ review }) => !review).length;
  const line = (role: string, person: Named) => `  ${role.padEnd(24)}${emailOf(person)}`;
  console.log(
    [
      `The demo clinic is ready: ${demo.reports.length} reports of ${reportTypes.length} types, ${waiting} of them waiting.`,
      'All data in it is fictional, and no e-mail is sent. These users can log in:',
      line('Admin', demo.admin),
      ...demo.doctors.map((doctor) => line(roleOf(doctor), doctor)),
      ...demo.patients.map((patient) => line('Patient', patient)),
      `The password of each is ${password}`,
      'It is shown only once. Start the server: npm start',
    ].join('\n'),
  );
}

// The decoding programs do not keep a process alive, so this one waits for them.
const awake = setInterval(() => undefined, 1000);
await operatorCommand(
  async () => {
    setLogLevel('error');
    await openStores(getSettings());
    await openLimits({ path: ':memory:', scale: 1000 });
    await requireEmpty();
    await fill();
    sayWhoIsThere();
  },
  async () => {
    await closeAll();
    clearInterval(awake);
  },
);

async function closeAll() {
  try {
    await decoder().close();
  } catch {
    // It was never opened: the settings or the keys were wrong.
  }
  closeLimits();
  await closeDatabase();
}
