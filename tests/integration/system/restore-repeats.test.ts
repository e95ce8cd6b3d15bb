import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepDeletions, listDeletions } from '~/domain/audit/deletion-list.server';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { expertStatusOf } from '~/domain/identity/expert-status.server';
import { clinicDay } from '~/domain/kernel/days';
import { resetSecondFactor } from '~/domain/log-in/second-factor.server';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { findPhoneTargets } from '~/domain/notifications/phone-targets.server';
import { findSendingHold } from '~/domain/notifications/sending-hold.server';
import { backUp } from '~/ops/backup/backup.server';
import { move } from '~/ops/move/move.server';
import { restore } from '~/ops/restore/restore.server';
import { deletionListIn, parseDeletions, writeDeletions } from '~/platform/backup/deleted-ids.server';
import { clinicRules, registrationChecks } from '~/platform/db/core/tables/accountability.server';
import {
  codes,
  heldSignups,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import {
  credentialFields,
  deleteAccountOf,
  freshPassword,
  rowOf,
  saveCredentials,
  savePassword,
} from '../../support/accounts';
import type { TestAuthenticator } from '../../support/authenticator';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  anAnswerSentBy,
  aReportSlip,
  aSlipWithAddress,
  firstLogIn,
  identityOf,
  issueSlipBy,
  slipFrom,
} from '../../support/desk';
import {
  callFactor,
  codeOf,
  firstStep,
  logInWithCode,
  secondStep,
  switchOnByApi,
} from '../../support/factors';
import { aKey, changeKey } from '../../support/keys';
import { settingsIn, withClinic } from '../../support/movable-clinic';
import { addPasskeyTo, callPasskeys, logInWithDevice } from '../../support/passkeys';
import { switchChannel } from '../../support/phones';
import { queuedEmails } from '../../support/queued-emails';
import { aReportOf, aReviewedReportOf, sendReview, takeBackOf } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { aShareOf, endShareBy, listSharesOf, openShareBy } from '../../support/shares';
import { checkCode, codeOfSummary } from '../../support/summaries';
import {
  approve,
  deleteByApi,
  judgeByApi,
  logInByApi,
  logOutByApi,
  statusOfToken,
} from '../../support/visits';
import { askForKey } from '../../support/waiting-keys';

const askForReset = apiRoute('auth/reset-password-token');
const resetByApi = apiRoute('auth/reset-password');

let folder: string;
clinicForFile();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the clinic in a folder, with its list of deletions, as a server does. */
const inside = <Result>(place: string, act: () => Promise<Result>) => {
  const settings = settingsIn(join(folder, place));
  return withClinic(settings, async () => {
    await keepDeletions(settings.BACKUP_DIR);
    return act();
  });
};

/** Makes a backup of the open clinic. */
async function backUpHere(place: string) {
  const file = join(mkdtempSync(join(folder, 'archive-')), 'clinic.tar');
  await backUp(settingsIn(join(folder, place)), { file });
  return file;
}

/**
 * Restores a backup of one place to another, with the current list of deletions.
 *
 * @param isListLost restores without that list.
 */
async function restoreTo(
  place: string,
  { file, from, isListLost = false }: { file: string; from: string; isListLost?: boolean },
) {
  const list = deletionListIn(settingsIn(join(folder, from)).BACKUP_DIR);
  if (!isListLost) copyFileSync(list, deletionListIn(dirname(file)));
  const settings = settingsIn(join(folder, place));
  return (await restore(settings, { file, isListOptional: isListLost })).repeatedCounts;
}

/**
 * Runs `before` in a clinic, makes a backup, runs `since`, restores the backup elsewhere and runs
 * `look` there.
 *
 * @returns the counts of what the restore repeated, and the result of `look`
 */
async function throughRestore<People, Found>({
  before,
  since,
  look,
  isListLost,
}: {
  isListLost?: boolean;
  before: () => Promise<People>;
  since: (people: People) => Promise<unknown>;
  look: (people: People) => Promise<Found>;
}) {
  const { people, file } = await inside('home', async () => {
    const people = await before();
    const file = await backUpHere('home');
    await since(people);
    return { people, file };
  });
  const repeated = await restoreTo('next', { file, from: 'home', isListLost });
  return { repeated, outcome: await inside('next', () => look(people)) };
}

const listed = (place: string) => {
  const path = deletionListIn(settingsIn(join(folder, place)).BACKUP_DIR);
  return parseDeletions(readFileSync(path, 'utf8'))?.entries ?? [];
};

/** Requests a password reset and reads the token from the e-mail. */
async function resetTokenOf({ email }: Somebody) {
  await callApi(askForReset, { method: 'POST', body: { email } });
  const { params } = (await queuedEmails()).findLast(
    ({ letter, to }) => letter === 'resetPassword' && to === email,
  ) ?? { params: { token: undefined } };
  return String(params.token);
}

const chooseChannelBy = async ({ token }: Somebody, isOn: string) => {
  const call = { method: 'PUT', token, body: { channel: 'mail', isOn } };
  expect((await callApi(apiRoute('profile/choose-channel'), call)).status).toBe(200);
};

const resetTo = (token: string, typed: string) =>
  callApi(resetByApi, { method: 'POST', body: { token, password: typed, confirmPassword: typed } });

describe('the code of a printed summary', () => {
  const aCode = async () => {
    const [patient, expert] = [await a.patient(), await an.expert()];
    const { _id: reportId } = await aReviewedReportOf(patient, expert);
    return { patient, expert, reportId, code: await codeOfSummary(patient, reportId) };
  };
  const stateOf = async ({ code }: { code: string }) => {
    const { status, data } = await checkCode(code);
    return data?.state ?? status;
  };

  test('goes on where nothing ended, and is no more than said so after a later end', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        const clerk = await a.clerk();
        const slip = await aReportSlip(clerk);
        await sendReview({ reportId: slip.reportId, token: (await an.expert()).token, review: 'Rest' });
        return {
          clerk,
          current: await aCode(),
          takenBack: await aCode(),
          deleted: await aCode(),
          suspended: await aCode(),
          slip: { ...slip, code: await codeOfSummary(slip.owner, slip.reportId) },
        };
      },
      since: async ({ clerk, takenBack, deleted, suspended, slip }) => {
        await takeBackOf(takenBack.expert, takenBack.reportId);
        await deleteByApi(deleted.patient, deleted.reportId);
        await judgeByApi(await an.admin(), 'suspend', suspended.expert.id);
        await issueSlipBy(clerk, identityOf(slip.owner.id));
      },
      look: async ({ current, takenBack, deleted, suspended, slip }) =>
        Promise.all([current, takenBack, deleted, suspended, slip].map(stateOf)),
    });
    expect(outcome).toEqual(['current', 'takenBack', 'deleted', 'unconfirmed', 404]);
  });

  test('ends if the list of what ended since is lost', async () => {
    const { outcome } = await throughRestore({
      isListLost: true,
      before: aCode,
      since: async () => undefined,
      look: stateOf,
    });
    expect(outcome).toBe(404);
  });
});

describe('a restore ends', () => {
  test('sessions of browsers and API clients, logged out since or not', async () => {
    const { outcome } = await throughRestore({
      before: async () => ({ asha: await a.patient(), dev: await a.patient() }),
      since: ({ asha }) => logOutByApi(asha.token),
      look: async ({ asha, dev }) => [
        await statusOfToken(asha.token, asha.id),
        await statusOfToken(dev.token, dev.id),
        (await askForKey(dev)).status,
        (await db().select().from(sessions)).length,
        (await logInByApi(asha.email)).status,
      ],
    });
    expect(outcome).toEqual([401, 401, 401, 0, 200]);
  });

  test('reset links, second steps, codes and sign-ups that wait for one', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        const [asha, ravi] = [await a.patient(), await a.patient()];
        const { secret } = await switchOnByApi(ravi);
        const step = await firstStep(ravi.email);
        const expiresAt = new Date(Date.now() + 600_000);
        await execute(
          db().insert(codes).values({
            email: 'new@clinic.test',
            codeHash: 'hash',
            triesLeft: 5,
            sentAt: new Date(),
            expiresAt,
            sentInHour: 1,
            hourStartedAt: new Date(),
          }),
        );
        await execute(
          db().insert(heldSignups).values({
            keyHash: 'hash',
            accountType: 'Patient',
            firstName: 'New',
            lastName: 'Patient',
            email: 'new@clinic.test',
            contactNumber: '+919812345678',
            passwordHash: 'hash',
            expiresAt,
          }),
        );
        return { asha, link: await resetTokenOf(asha), step, secret };
      },
      since: async () => undefined,
      look: async ({ link, step, secret }) => {
        const tables = [passwordResets, pendingLogins, codes, heldSignups];
        const rows = await Promise.all(tables.map((table) => db().select().from(table)));
        const reset = await resetTo(link, freshPassword);
        return { rows, reset: reset.status, step: (await secondStep(step, codeOf(secret, 30_000))).location };
      },
    });
    expect(outcome).toEqual({ rows: [[], [], [], []], reset: 422, step: '/login' });
  });

  test('e-mails with dead links, and holds the others until an admin resumes sending', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        const [asha, doctor] = [await a.patient(), await an.expert()];
        const [keptReport, deletedReport] = [await aReportOf(asha), await aReportOf(asha)];
        await resetTokenOf(asha);
        await resetTokenOf({ ...asha, email: 'nobody@clinic.test' });
        const to = { name: asha.firstName, address: asha.email };
        const about = { language: 'en', to } as const;
        await atomically([
          enqueueEmail({
            ...about,
            template: 'code',
            params: { code: '123456', minutes: 10 },
          }),
        ]);
        await atomically([enqueueEmail({ ...about, template: 'passwordChanged', params: {} })]);
        for (const { _id: reportId } of [keptReport, deletedReport]) {
          await atomically([enqueueEmail({ ...about, template: 'answerWaits', params: { reportId } })]);
          const topic = `review ${reportId}`;
          await atomically([
            enqueueEmail({ ...about, template: 'reviewReady', params: { patientId: asha.id }, topic }),
          ]);
        }
        return { asha, doctor, deletedReport, keptReport };
      },
      since: ({ asha, deletedReport }) => deleteByApi(asha, deletedReport._id),
      look: async ({ keptReport }) => {
        const contents = await queuedEmails();
        const rows = await db().select({ state: outbox.state }).from(outbox).orderBy(outbox.id);
        return {
          keptId: keptReport._id,
          isHeld: (await findSendingHold()) !== null,
          emails: contents.map(({ letter, params }, at) => [letter, rows[at]?.state, params.reportId]),
        };
      },
    });
    expect(outcome.isHeld).toBe(true);
    expect(outcome.emails.sort()).toEqual([
      ['answerWaits', 'waiting', outcome.keptId],
      ['code', 'too late', undefined],
      ['passwordChanged', 'waiting', undefined],
      ['resetPassword', 'too late', undefined],
      ['resetPassword', 'too late', undefined],
      ['reviewReady', 'waiting', undefined],
    ]);
  });

  test('but leaves the keys of reports that wait in browsers, for the next log-in', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        const asha = await a.patient();
        return { asha, key: await askForKey(asha) };
      },
      since: async () => undefined,
      look: async ({ asha, key }) => {
        const otherPatient = await a.patient();
        return [
          (await askForKey(asha, key.id)).status,
          (await askForKey(otherPatient, key.id)).status,
          (await askForKey({ ...asha, cookie: (await firstStep(asha.email)) as string }, key.id)).key ===
            key.key,
        ];
      },
    });
    expect(outcome).toEqual([401, 404, true]);
  });
});

type Admin = Somebody;
type Decide = (admin: Admin, expert: Somebody) => Promise<unknown>;
const suspend: Decide = (admin, { id }) => judgeByApi(admin, 'suspend', id);
const reject: Decide = (admin, { id }) => judgeByApi(admin, 'reject', id);
const putBack: Decide = (admin, { id }) => judgeByApi(admin, 'restore', id);
const letIn: Decide = (admin, { id }) => approve(admin, id);
const register: Decide = (_admin, expert) =>
  saveCredentials(expert, credentialFields({ registrationNumber: 'MMC/2012/99999' }));

describe('a restore repeats decisions on an expert', () => {
  const { pending, approved } = { pending: [], approved: [letIn] };
  const cases: [what: string, before: Decide[], since: Decide[], standing: string, repeated: number][] = [
    ['a suspension', approved, [suspend], 'suspended', 1],
    ['a rejection', pending, [reject], 'rejected', 1],
    ['an approval', pending, [letIn], 'approved', 1],
    ['a suspension that was lifted: nothing', approved, [suspend, putBack], 'approved', 0],
    ['the lifting of a suspension', [letIn, suspend], [putBack], 'approved', 1],
    ['a suspension that came again', [letIn, suspend], [putBack, suspend], 'suspended', 1],
    ['that the rejected wait again', [reject], [putBack], 'pending', 1],
    ['that the rejected were approved at last', [reject], [putBack, letIn], 'approved', 1],
    ['that the approved were rejected before', pending, [reject, putBack, letIn, suspend], 'suspended', 1],
    ['no approval of other credentials', pending, [register, letIn], 'pending', 0],
    ['a suspension after such an approval', pending, [register, letIn, suspend], 'rejected', 1],
  ];
  test.each(cases)('%s', async (_what, before, since, standing, count) => {
    const run = async (decisions: Decide[], admin: Admin, expert: Somebody) => {
      for (const decide of decisions) expect(await decide(admin, expert)).toMatchObject({ status: 200 });
    };
    const { repeated, outcome } = await throughRestore({
      before: async () => {
        const [admin, expert] = [await an.admin(), await an.unapprovedExpert()];
        await run(before, admin, expert);
        return { admin, expert: { ...expert, ...(await logInAgain(expert)) } };
      },
      since: ({ admin, expert }) => run(since, admin, expert),
      look: async ({ expert }) => {
        const row = await rowOf(expert.id);
        if (!row) throw new Error('The expert is missing');
        const repeats = await db().select().from(audit).where(eq(audit.objectId, expert.id));
        return {
          is: expertStatusOf(row).standing,
          repeats: repeats.filter(({ actorId }) => actorId === null).length,
          flaw: (await verifyAudit()).flaw,
        };
      },
    });
    expect(outcome).toEqual({ is: standing, repeats: count, flaw: null });
    expect(repeated.experts).toBe(count);
  });

  test('and sends no e-mail about an outdated status', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        const [admin, expert] = [await an.admin(), await an.unapprovedExpert()];
        await approve(admin, expert.id);
        return { admin, expert };
      },
      since: ({ admin, expert }) => suspend(admin, expert),
      look: async ({ expert }) => (await queuedEmails()).filter(({ to }) => to === expert.email),
    });
    expect(outcome).toEqual([]);
  });
});

/** Logs a user in again, since a decision may have ended their sessions. */
const logInAgain = async ({ email }: Somebody) => ({ token: String((await logInByApi(email)).json.token) });

describe('an account whose password was', () => {
  const ways: [how: string, change: (who: Somebody) => Promise<unknown>][] = [
    ['changed', (who) => savePassword(who)],
    ['reset', async (who) => resetTo(await resetTokenOf(who), freshPassword)],
  ];
  test.each(ways)(
    '%s after the backup allows no log-in until the password is reset',
    async (_how, change) => {
      const { repeated, outcome } = await throughRestore({
        before: async () => ({ asha: await a.patient(), dev: await a.patient() }),
        since: async ({ asha }) => expect(await change(asha)).toMatchObject({ status: 200 }),
        look: async ({ asha, dev }) => {
          const wrong = await logInByApi(dev.email, 'not the password');
          const tries = [await logInByApi(asha.email), await logInByApi(asha.email, freshPassword)];
          for (const answer of tries) expect(answer).toMatchObject({ status: 401, json: wrong.json });
          expect((await resetTo(await resetTokenOf(asha), 'a third quiet river')).status).toBe(200);
          return [
            (await logInByApi(asha.email, 'a third quiet river')).status,
            (await logInByApi(dev.email)).status,
          ];
        },
      });
      expect(outcome).toEqual([200, 200]);
      expect(repeated).toMatchObject({ passwords: 1, factors: 0 });
    },
  );

  test('changed after the backup has a hash that costs as much to verify as any other', async () => {
    const { outcome } = await throughRestore({
      before: async () => a.patient(),
      since: savePassword,
      look: async ({ id }) => (await rowOf(id))?.passwordHash,
    });
    expect(outcome).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a second factor that was', () => {
  test('switched on after the backup blocks a log-in by password alone', async () => {
    const { repeated, outcome } = await throughRestore({
      before: () => an.expert(),
      since: switchOnByApi,
      look: async (doctor) => {
        const old = await logInByApi(doctor.email);
        await resetTo(await resetTokenOf(doctor), freshPassword);
        return [old.status, old.json.errors, (await logInByApi(doctor.email, freshPassword)).status];
      },
    });
    expect(outcome).toEqual([401, undefined, 200]);
    expect(repeated).toMatchObject({ passwords: 1, factors: 0 });
  });

  test('replaced after the backup blocks both the old phone and the password alone', async () => {
    const { repeated, outcome } = await throughRestore({
      before: async () => {
        const doctor = await an.expert();
        return { doctor, old: await switchOnByApi(doctor) };
      },
      since: async ({ doctor, old }) => {
        await callFactor(doctor, 'remove-second-factor', { password, otp: old.codes[0] ?? '' });
        await switchOnByApi(doctor);
      },
      look: async ({ doctor, old }) => {
        const withOld = await logInWithCode(doctor.email, codeOf(old.secret, 30_000));
        await resetTo(await resetTokenOf(doctor), freshPassword);
        return [withOld.status, (await logInByApi(doctor.email, freshPassword)).status];
      },
    });
    expect(outcome).toEqual([401, 200]);
    expect(repeated).toMatchObject({ passwords: 1, factors: 1 });
  });

  test('switched off after the backup stays off', async () => {
    const { repeated, outcome } = await throughRestore({
      before: async () => {
        const asha = await a.patient();
        return { asha, factor: await switchOnByApi(asha) };
      },
      since: ({ asha, factor }) =>
        callFactor(asha, 'remove-second-factor', { password, otp: factor.codes[0] ?? '' }),
      look: async ({ asha }) => (await logInByApi(asha.email)).status,
    });
    expect(outcome).toBe(200);
    expect(repeated).toMatchObject({ passwords: 0, factors: 1 });
  });

  const uses: [what: string, use: (who: Somebody, codes: string[]) => Promise<unknown>, left: string][] = [
    ['used', (who, [first]) => logInWithCode(who.email, first), 'first'],
    [
      'renewed',
      (who, [first]) => callFactor(who, 'renew-recovery-codes', { password, otp: first ?? '' }),
      'last',
    ],
  ];
  test.each(uses)(
    'kept, with recovery codes %s after the backup, accepts no old code',
    async (_what, use) => {
      const { repeated, outcome } = await throughRestore({
        before: async () => {
          const asha = await a.patient();
          return { asha, factor: await switchOnByApi(asha) };
        },
        since: async ({ asha, factor }) =>
          expect(await use(asha, factor.codes)).toMatchObject({ status: 200 }),
        look: async ({ asha, factor: { codes: old, secret } }) => [
          (await logInWithCode(asha.email, old[0])).status,
          (await logInWithCode(asha.email, old[1])).status,
          (await logInWithCode(asha.email, codeOf(secret, 30_000))).status,
        ],
      });
      expect(outcome).toEqual([401, 401, 200]);
      expect(repeated).toMatchObject({ passwords: 0, factors: 1 });
    },
  );
});

describe('a key that was', () => {
  const outcomeOf = async ({ token }: Somebody) => {
    const { status, json } = await callApi(apiRoute('report/get-pending-reports'), { token });
    return [status, json.code];
  };
  const twoKeys = async () => {
    const admin = await an.admin();
    return { admin, lost: await aKey(admin, ['reports.read']), other: await aKey(admin, ['reports.read']) };
  };
  const revokeLost = ({ admin, lost }: Awaited<ReturnType<typeof twoKeys>>) =>
    changeKey(admin, lost.id, 'DELETE');

  test('revoked since the backup opens nothing, and another one works', async () => {
    const { outcome } = await throughRestore({
      before: twoKeys,
      since: revokeLost,
      look: async ({ lost, other }) => [await outcomeOf(lost), await outcomeOf(other)],
    });
    expect(outcome).toEqual([
      [401, 'key_revoked'],
      [200, undefined],
    ]);
    expect(listed('home').map(({ action }) => action)).toContain('key.revoked');
  });

  test('in the backup opens nothing if the list of changes is lost', async () => {
    const { outcome } = await throughRestore({
      isListLost: true,
      before: twoKeys,
      since: revokeLost,
      look: async ({ lost, other }) => [await outcomeOf(lost), await outcomeOf(other)],
    });
    expect(outcome).toEqual([
      [401, 'key_revoked'],
      [401, 'key_revoked'],
    ]);
  });

  test('made by an admin whose account was deleted since the backup opens nothing', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        await an.admin();
        return twoKeys();
      },
      since: ({ admin }) => deleteAccountOf(admin),
      look: ({ other }) => outcomeOf(other),
    });
    expect(outcome).toEqual([401, 'key_ended']);
  });
});

describe('a passkey that was', () => {
  const aPasskeyOf = async (email: string) => {
    const { json } = await logInByApi(email);
    return addPasskeyTo({ token: String(json.token) });
  };
  const statusOf = async (passkey: { device: TestAuthenticator }) =>
    (await logInWithDevice(passkey.device)).status;

  test('removed after the backup stays removed, and the others log in', async () => {
    const { repeated, outcome } = await throughRestore({
      before: async () => {
        const asha = await a.patient();
        return { asha, lost: await addPasskeyTo(asha), own: await addPasskeyTo(asha) };
      },
      since: ({ asha, lost }) =>
        callPasskeys('passkeys', { token: asha.token, method: 'DELETE', id: lost.id, body: { password } }),
      look: async ({ lost, own }) => [await statusOf(lost), await statusOf(own)],
    });
    expect(outcome).toEqual([401, 200]);
    expect(repeated).toMatchObject({ passkeys: 1, passwords: 0, factors: 0 });
    expect(listed('home').map(({ action }) => action)).toContain('passkey.removed');
  });

  test('removed with a reset of the password or by an operator stays removed', async () => {
    const { outcome } = await throughRestore({
      before: async () => {
        const [asha, ravi] = [await a.patient(), await a.patient()];
        return { asha, ravi, ofAsha: await aPasskeyOf(asha.email), ofRavi: await aPasskeyOf(ravi.email) };
      },
      since: async ({ asha, ravi }) => {
        await resetTo(await resetTokenOf(asha), freshPassword);
        await resetSecondFactor(ravi.email);
        await listDeletions();
      },
      look: async ({ ofAsha, ofRavi }) => [await statusOf(ofAsha), await statusOf(ofRavi)],
    });
    expect(outcome).toEqual([401, 401]);
  });

  test('perhaps removed, because the list is lost, is removed', async () => {
    const { outcome } = await throughRestore({
      isListLost: true,
      before: async () => addPasskeyTo(await a.patient()),
      since: async () => undefined,
      look: statusOf,
    });
    expect(outcome).toBe(401);
  });
});

describe('a webhook that was', () => {
  const call = apiRoute('system/webhooks');
  const add = async () => {
    const { token } = await an.admin();
    const body = { url: 'https://hospital.example/hooks', events: ['report.deleted'], password };
    const { json } = await callApi(call, { method: 'POST', token, body });
    return { token, webhookId: (json.data as { _id: string })._id };
  };
  const stateOf = async ({ webhookId }: { webhookId: string }) => {
    const { json } = await callApi(call, { token: (await an.admin()).token });
    return (json.data as { _id: string; isActive: boolean }[]).find(({ _id }) => _id === webhookId)?.isActive;
  };

  test('removed or changed after the backup sends nothing to its old address', async () => {
    const { outcome } = await throughRestore({
      before: async () => ({ removed: await add(), changed: await add(), other: await add() }),
      since: async ({ removed, changed }) => {
        await callApi(call, {
          method: 'DELETE',
          token: removed.token,
          params: { webhookId: removed.webhookId },
        });
        const body = { url: 'https://hospital.example/new', password };
        const params = { webhookId: changed.webhookId };
        await callApi(call, { method: 'PUT', token: changed.token, params, body });
      },
      look: async (all) => Promise.all([all.removed, all.changed, all.other].map(stateOf)),
    });
    expect(outcome).toEqual([undefined, false, true]);
  });

  test('perhaps removed, because the list is lost, is off', async () => {
    const { outcome } = await throughRestore({
      isListLost: true,
      before: add,
      since: async () => undefined,
      look: stateOf,
    });
    expect(outcome).toBe(false);
  });
});

test('a slip replaced after the backup opens nothing, and the front desk can issue another', async () => {
  const { repeated, outcome } = await throughRestore({
    before: async () => {
      const clerk = await a.clerk();
      return { clerk, slip: await slipFrom(clerk) };
    },
    since: async ({ clerk, slip }) =>
      expect(await issueSlipBy(clerk, identityOf(slip.userId))).toMatchObject({ status: 200 }),
    look: async ({ clerk, slip }) => {
      const old = await logInByApi(slip.clinicNumber, slip.password);
      const again = { ...clerk, ...(await logInAgain(clerk)) };
      const answer = await issueSlipBy(again, identityOf(slip.userId, { confirmed: 'yes' }));
      const { password: next } = answer.json.data as { password: string };
      return [old.status, (await logInByApi(slip.clinicNumber, next)).status];
    },
  });
  expect(outcome).toEqual([401, 200]);
  expect(repeated).toMatchObject({ passwords: 1 });
});

test('an address that came off an account after the backup comes off again', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const { outcome } = await throughRestore({
    before: async () => {
      const clerk = await a.clerk();
      return { clerk, slip: await aSlipWithAddress(clerk) };
    },
    since: async ({ clerk, slip: { userId } }) => {
      const asked = { tokenHash: 'x', askedBy: clerk.id, askedAt: hoursAgo(50) };
      const agreed = { agreedBy: newId(), agreedAt: hoursAgo(49) };
      await execute(
        db()
          .insert(addressDisputes)
          .values({ userId, ...asked, ...agreed }),
      );
      expect((await issueSlipBy(clerk, identityOf(userId))).status).toBe(200);
    },
    look: async ({ slip: { userId, email, password: once } }) => [
      (await rowOf(userId))?.email === `${userId}@no-email.invalid`,
      (await logInByApi(email, once)).status,
    ],
  });
  expect(outcome).toEqual([true, 401]);
});

test('a link for another doctor opens nothing after a restore, whether or not it had ended', async () => {
  const { outcome } = await throughRestore({
    before: async () => {
      const asha = await a.patient();
      const { _id: reportId } = await aReportOf(asha);
      return { asha, ended: await aShareOf(asha, [reportId]), open: await aShareOf(asha, [reportId]) };
    },
    since: ({ asha, ended }) => endShareBy(asha, ended._id),
    look: async ({ asha, ended, open }) => {
      const statuses = [(await openShareBy(ended)).status, (await openShareBy(open)).status];
      const { token } = await logInAgain(asha);
      return [...statuses, (await listSharesOf({ token })).map(({ endedBy }) => endedBy)];
    },
  });
  expect(outcome).toEqual([404, 404, ['restore', 'restore']]);
});

test('a duty withdrawn after the backup stays withdrawn, and others stay', async () => {
  const duty = (admin: Somebody, { id }: Somebody) =>
    callApi(apiRoute('account/front-desk'), { method: 'DELETE', token: admin.token, params: { userId: id } });
  const { outcome } = await throughRestore({
    before: async () => ({ admin: await an.admin(), clerk: await a.clerk(), other: await a.clerk() }),
    since: ({ admin, clerk }) => duty(admin, clerk),
    look: async ({ clerk, other }) => [
      (await rowOf(clerk.id))?.frontDeskSince ?? null,
      (await rowOf(other.id))?.frontDeskSince instanceof Date,
    ],
  });
  expect(outcome).toEqual([null, true]);
});

test('a channel switched off after the backup stays off, and others stay on', async () => {
  const { outcome } = await throughRestore({
    before: async () => {
      const [asha, ravi] = [await a.patient(), await a.patient()];
      for (const somebody of [asha, ravi]) await switchChannel(somebody, 'mail', true);
      return { asha, ravi };
    },
    since: async ({ asha, ravi }) => {
      for (const isOn of ['false', 'true', 'false']) await chooseChannelBy(asha, isOn);
      for (const isOn of ['false', 'true']) await chooseChannelBy(ravi, isOn);
    },
    look: async ({ asha, ravi }) => {
      const targets = await findPhoneTargets([asha.id, ravi.id]);
      return [asha, ravi].map(({ id }) => targets.get(id)?.isMailOn);
    },
  });
  expect(outcome).toEqual([false, true]);
});

test.each([
  ['on', [true]],
  ['on and off', [true, false]],
  ['on, off and on', [true, false, true]],
])('the rule that requires a registration, turned %s after the backup, stays so', async (_what, turns) => {
  const fromDay = clinicDay(Date.now() + 20 * 86_400_000);
  const rule = apiRoute('system/registrations');
  const { outcome } = await throughRestore({
    before: () => an.admin(),
    since: async ({ token }) => {
      for (const isOn of turns) {
        const body = { password, ...(isOn && { fromDay }) };
        const { status } = await callApi(rule, { method: isOn ? 'PUT' : 'DELETE', token, body });
        expect(status).toBe(200);
      }
    },
    look: async () => (await db().select().from(clinicRules)).map((row) => row.fromDay),
  });
  expect(outcome).toEqual(turns.at(-1) ? [fromDay] : []);
});

test('help that was ended after the backup stays ended, and other help goes on', async () => {
  const peopleOf = async ({ token }: Somebody) =>
    (await callApi(apiRoute('account/people'), { token })).json.data as { userId: string }[];
  const { outcome } = await throughRestore({
    before: async () => {
      const helper = await a.helper();
      const [left, kept] = [await anAnswerSentBy(helper), await anAnswerSentBy(helper)];
      const { json } = await issueSlipBy(await a.clerk(), identityOf(left.slip.userId));
      const { token } = await firstLogIn(json.data as { clinicNumber: string; password: string });
      return { helper, token, kept: kept.slip.userId };
    },
    since: async ({ helper, token }) => {
      const params = { helperId: helper.id };
      const call = { method: 'DELETE', token, params };
      expect((await callApi(apiRoute('profile/helpers/:helperId'), call)).status).toBe(200);
    },
    look: async ({ helper, kept }) => {
      const token = String((await logInByApi(helper.email)).json.token);
      return { kept, people: await peopleOf({ ...helper, token }) };
    },
  });
  expect(outcome.people.map(({ userId }) => userId)).toEqual([outcome.kept]);
});

describe('a restore after a restore', () => {
  test('keeps the decisions between the two', async () => {
    const { people, file } = await inside('home', async () => {
      const [admin, expert, asha] = [await an.admin(), await an.expert(), await a.patient()];
      const ravi = await a.patient();
      const report = await aReviewedReportOf(asha, expert);
      const file = await backUpHere('home');
      await takeBackOf(expert, report._id);
      await suspend(admin, expert);
      await savePassword(asha);
      await switchOnByApi(ravi);
      return { people: { admin, expert, asha, ravi, report }, file };
    });
    await restoreTo('next', { file, from: 'home' });
    const later = await inside('next', async () => {
      const { expert, asha, report } = people;
      const admin = { ...people.admin, ...(await logInAgain(people.admin)) };
      expect(await statusOf(expert)).toBe('suspended');
      await putBack(admin, expert);
      await resetTo(await resetTokenOf(asha), freshPassword);
      await resetTo(await resetTokenOf(people.ravi), freshPassword);
      const doctor = { ...expert, ...(await logInAgain(expert)) };
      const input = { reportId: report._id, token: doctor.token, review: 'A new review' };
      expect((await sendReview(input)).status).toBe(200);
      return backUpHere('next');
    });
    const repeated = await restoreTo('third', { file: later, from: 'next' });
    expect(Object.values(repeated).every((count) => count === 0)).toBe(true);
    await inside('third', async () => {
      expect(await statusOf(people.expert)).toBe('approved');
      expect((await logInByApi(people.asha.email, freshPassword)).status).toBe(200);
      expect((await logInByApi(people.ravi.email, freshPassword)).status).toBe(200);
      const [row] = await db().select().from(reports).where(eq(reports.id, people.report._id));
      expect(row?.review).toBe('A new review');
    });
    // The first backup has an old password. The list also has what the restore did about it.
    const repeatedAgain = await restoreTo('fourth', { file, from: 'next' });
    expect(repeatedAgain).toMatchObject({ passwords: 2, experts: 0, reviews: 1 });
  });

  const statusOf = async ({ id }: Somebody) => {
    const row = await rowOf(id);
    return row && expertStatusOf(row).standing;
  };
});

describe('the list', () => {
  test('names what a restore repeats by IDs, in words that earlier releases accept', async () => {
    const asha = await inside('home', async () => {
      const asha = await a.patient();
      await switchOnByApi(asha);
      await savePassword(asha);
      return asha;
    });
    const ownEntries = listed('home').filter(({ objectId }) => objectId === asha.id);
    expect(ownEntries.map(({ action }) => action)).toEqual(['secondfactor.on', 'password.changed']);
    const text = readFileSync(deletionListIn(settingsIn(join(folder, 'home')).BACKUP_DIR), 'utf8');
    for (const line of text.split('\n').slice(1, -1))
      expect(line).toMatch(/^\d+ \d+ [a-z]+\.[a-zA-Z]+ [A-Za-z0-9_-]+ [A-Za-z0-9_-]{43}$/);
    for (const secret of [asha.email, asha.firstName, password]) expect(text).not.toContain(secret);
  });

  test('of an earlier release gains its missing entries when this release opens it', async () => {
    const settings = settingsIn(join(folder, 'home'));
    const { asha, file } = await inside('home', async () => {
      const asha = await a.patient();
      const file = await backUpHere('home');
      await savePassword(asha);
      await listDeletions();
      const since = Date.now() - 60_000;
      // Writes the list as the release before did, without passwords.
      writeDeletions(deletionListIn(settings.BACKUP_DIR), { since, entries: [] });
      return { asha, file };
    });
    await inside('home', async () => undefined);
    expect(listed('home').map(({ action }) => action)).toContain('password.changed');
    expect(await restoreTo('next', { file, from: 'home' })).toMatchObject({ passwords: 1 });
    expect(await inside('next', async () => (await logInByApi(asha.email)).status)).toBe(401);
  });

  test('of a later release may hold unknown entries', async () => {
    const settings = settingsIn(join(folder, 'home'));
    const { asha, file } = await inside('home', async () => {
      const asha = await a.patient();
      const file = await backUpHere('home');
      await savePassword(asha);
      const later = { id: 900, at: Date.now(), action: 'password.wished', objectId: newId() };
      const unknownEntry = { ...later, action: 'planet.moved', objectId: asha.id };
      const entries = [later, unknownEntry, ...listed('home')];
      writeDeletions(deletionListIn(settings.BACKUP_DIR), { since: 0, entries });
      return { asha, file };
    });
    expect(await restoreTo('next', { file, from: 'home' })).toMatchObject({ passwords: 1, accounts: 0 });
    expect(await inside('next', async () => (await logInByApi(asha.email)).status)).toBe(401);
  });
});

test('a move keeps sessions', async () => {
  const [from, to] = [settingsIn(join(folder, 'home')), settingsIn(join(folder, 'next'))];
  const asha = await withClinic(from, () => a.patient());
  await move(from, { next: to, to: 'new.env', print: () => undefined });
  expect(await withClinic(to, () => statusOfToken(asha.token, asha.id))).toBe(200);
});

test('after a restore the end of a registration is what the newest check of the backup says', async () => {
  const { outcome } = await throughRestore({
    before: async () => {
      const [admin, checked, waiting] = [await an.admin(), await an.expert(), await an.unapprovedExpert()];
      const call = (path: string, expertId: string, validUntil: string) =>
        callApi(apiRoute(`expert/${path}`), {
          method: 'POST',
          token: admin.token,
          body: { expertId, reason: 'Registered abroad', validUntil },
        });
      expect((await call('check-registration', checked.id, '2099-03-31')).status).toBe(200);
      return { checked, waiting, call };
    },
    since: async ({ checked, waiting, call }) => {
      expect((await call('check-registration', checked.id, '2099-12-31')).status).toBe(200);
      expect((await call('approve-expert', waiting.id, '2099-12-31')).status).toBe(200);
    },
    look: async ({ checked, waiting }) => {
      const rows = await db().select().from(registrationChecks).orderBy(registrationChecks.checkedAt);
      const [first, second] = [await rowOf(checked.id), await rowOf(waiting.id)];
      return {
        checks: rows.map(({ validUntil }) => validUntil),
        ends: [first?.registeredUntil, second?.registeredUntil],
        isApproved: second?.approved,
      };
    },
  });
  expect(outcome).toEqual({ checks: ['2099-03-31'], ends: ['2099-03-31', null], isApproved: true });
});

test('a removed duty, a removed absence and a reached patient stay so after a restore', async () => {
  const { outcome } = await throughRestore({
    before: async () => {
      const [admin, expert, patient] = [await an.admin(), await an.expert(), await a.patient()];
      const userId = expert.id;
      const plan = (path: string, body: object) =>
        callApi(apiRoute(path), { method: 'POST', token: admin.token, body: { userId, ...body } });
      await plan('expert/duty', { day: '2099-03-05', from: '08:00', to: '20:00' });
      await plan('expert/duty', { day: '2099-03-06', from: '08:00', to: '20:00' });
      await plan('expert/away', { fromDay: '2099-03-07', toDay: '2099-03-08' });
      const { _id: reportId } = await aReportOf(patient, { file: 'rash.png' });
      const review = 'Your potassium is high. Please go to a hospital today and show them this.';
      await sendReview({ reportId, token: expert.token, review, nextStep: 'goToday' });
      return { admin, userId, reportId };
    },
    since: async ({ admin, userId, reportId }) => {
      const [first] = await db().select().from(duty).orderBy(duty.fromAt);
      const remove = (body: object) =>
        callApi(apiRoute('expert/duty'), { method: 'DELETE', token: admin.token, body: { userId, ...body } });
      expect((await remove({ kind: 'duty', from: first?.fromAt.toISOString() })).status).toBe(200);
      expect((await remove({ kind: 'away', from: '2099-03-07' })).status).toBe(200);
      const body = {
        reportId,
        kind: 'answer',
        subject: '1',
        toldAt: null,
        outcome: 'reached',
        whom: 'Her son',
      };
      const told = await callApi(apiRoute('account/told'), { method: 'POST', token: admin.token, body });
      expect(told.status).toBe(200);
    },
    look: async () => ({
      duties: (await db().select().from(duty)).length,
      absences: (await db().select().from(away)).length,
      ended: (await db().select().from(followUps)).map(({ endedAt }) => endedAt !== null),
    }),
  });
  expect(outcome).toEqual({ duties: 1, absences: 0, ended: [true] });
});
