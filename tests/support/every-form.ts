import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { issueCode } from '~/domain/accounts/one-time-code.server';
import { toClinicMoment } from '~/domain/clinic/breach-schemas';
import { listGivenUpEmails } from '~/domain/clinic/outbox-lists.server';
import { newClinicNumber } from '~/domain/front-desk/slip.server';
import { clinicDay } from '~/domain/kernel/days';
import { toStoredNoEmail } from '~/domain/kernel/no-email';
import type { AnyOperation } from '~/domain/kernel/operation';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { readNoticeVersion } from '~/domain/own-data/notice-content.server';
import { hashStepSentences } from '~/domain/report-view/present-next-steps.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { translate } from '~/i18n/translate';
import { users } from '~/platform/db/core/tables/accounts.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { drawingChecks } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { type Screen, screens } from '~/urls/screens';
import { listStepSentences } from '~/web/pipeline/step-words.server';
import { credentialFields, passwordFields, pictureForm, profileFields } from './accounts';
import { makeAuthenticator } from './authenticator';
import { aBreachOf } from './breaches';
import { aClaimedReport, anUndoableReview, claimFor } from './claims';
import { a, an, fixture, origin, password, type Somebody } from './clinic';
import { aComplaint } from './complaints';
import { anUntoldAnswer, aReportSlip, aSlipWithAddress, askRemovalBy, identityOf, slipFrom } from './desk';
import { exampleOf, isOwnOnly, somebodyFor } from './examples';
import { codeOf, factorOf, postFactor, switchOn } from './factors';
import { aKey } from './keys';
import { anotherSessionOf } from './open-sessions';
import { addPasskeyTo, creationOptions } from './passkeys';
import { aPersonOf } from './people';
import { aPhraseOf } from './phrases';
import { turnOnPushBy } from './push';
import { aPushBrowser } from './push-service';
import { aReportAskedBy } from './questions';
import {
  aReportOf,
  aReviewedReportOf,
  correctionFields,
  sendReview,
  uploadFields,
  withdrawConsentFor,
} from './reports';
import { apiRoute, callApi, type Fields, type Params, postPage } from './requests';
import { aShareOf, reader } from './shares';
import { newAddress } from './signups';
import { codeOfSummary } from './summaries';
import { moduleOf } from './url-map';
import { aDeliveryOf, aWebhookOf } from './webhooks';

/** A form drawn for an account, with the input for its fields. */
export type FormCase = { owner: Somebody; params?: Params; query?: string; fields?: Fields | FormData };
export type PageForm = {
  operation: string;
  route: string;
  draw: () => Promise<FormCase>;
  /** Another account that could send the form too. */
  otherAccount: () => Promise<Somebody>;
  /** The input that has to survive. */
  typed?: string;
};

/** A day so far ahead that the rule bars nobody in a test. */
const dayInMonths = () => clinicDay(Date.now() + 200 * 86_400_000);

const patientForm = (
  operation: string,
  route: string,
  draw: (owner: Somebody) => Promise<Omit<FormCase, 'owner'>> | Omit<FormCase, 'owner'>,
  typed?: string,
): PageForm => ({
  operation,
  route,
  draw: async () => {
    const owner = await a.patient();
    return { owner, ...(await draw(owner)) };
  },
  otherAccount: () => a.patient({ firstName: 'Ravi' }),
  typed,
});
const makersOf = { ...a, ...an };
const dutyFields = { day: '2099-01-01', from: '08:00', to: '20:00' };
const staffForm = (
  operation: string,
  route: string,
  who: 'unapprovedExpert' | 'expert' | 'admin' | 'helper',
  draw: (owner: Somebody) => Promise<Omit<FormCase, 'owner'>> | Omit<FormCase, 'owner'>,
  typed?: string,
): PageForm => ({
  ...patientForm(operation, route, () => ({}), typed),
  draw: async () => {
    const owner = await makersOf[who]();
    return { owner, ...(await draw(owner)) };
  },
  otherAccount: () => makersOf[who](),
});
const settings = (operation: string, part: string, fields: () => Promise<Fields | FormData> | Fields) =>
  patientForm(operation, '/dashboard/settings/:part?', async () => ({
    params: { part },
    fields: await fields(),
  }));
const factor = (part: string, draw: (owner: Somebody) => Promise<Fields>) =>
  patientForm(`secondFactor.${part}`, '/dashboard/second-factor/:part?', async (owner) => ({
    params: { part },
    fields: await draw(owner),
  }));
const passkey = (part: string, draw: (owner: Somebody) => Promise<Fields> | Fields) =>
  patientForm(`passkey.${part}`, '/dashboard/passkeys/:part?', async (owner) => ({
    params: { part },
    fields: await draw(owner),
  }));
const removalForm = (
  part: 'ask' | 'agree' | 'decide',
  draw: (owner: Somebody) => Promise<Omit<FormCase, 'owner'>>,
  typed?: string,
) =>
  staffForm(`account.${part}Removal`, '/dashboard/front-desk/address/:userId/:part?', 'admin', draw, typed);
const ofReport = (
  operation: string,
  route: string,
  prepare: (owner: Somebody, reportId: string) => Promise<unknown> = async () => undefined,
) =>
  patientForm(operation, route, async (owner) => {
    const reportId = (await aReportOf(owner, { file: 'rash.png' }))._id;
    await prepare(owner, reportId);
    return { params: { reportId } };
  });
// Line ends as in a multipart form.
export const words = 'Words that\r\nsomebody has typed';

/** Forms that need more than a permitted account and the API's examples of their fields. */
const special: PageForm[] = [
  patientForm(
    'message.query',
    '/query',
    () => ({
      fields: { name: 'Asha', answerTo: 'asha@village.test', question: words },
    }),
    words,
  ),
  patientForm(
    'message.complain',
    '/complain',
    () => ({
      fields: { topic: 'staff', name: 'Asha', answerTo: 'asha@village.test', text: words },
    }),
    words,
  ),
  patientForm(
    'message.callBack',
    '/call-back',
    () => ({
      fields: { name: 'Asha', phoneNumber: '9876543210', about: words },
    }),
    words,
  ),
  patientForm(
    'message.contact',
    '/contact-us',
    () => ({
      fields: { name: 'Asha', email: 'asha@village.test', message: words },
    }),
    words,
  ),
  patientForm('account.chooseLanguage', '/language', () => ({ fields: { language: 'ta', back: '/' } })),
  patientForm('account.logOut', '/logout', () => ({})),
  settings('account.updateProfile', 'profile', () => profileFields({ about: words })),
  staffForm('account.updatePicture', '/dashboard/settings/:part?', 'unapprovedExpert', async () => ({
    params: { part: 'picture' },
    fields: await pictureForm(),
  })),
  settings('account.changePassword', 'password', () => passwordFields()),
  settings('account.updatePhone', 'phone', () => ({ contactNumber: '9876543211', password })),
  settings('account.updateMessageConsent', 'messages', () => ({ mayWrite: 'on' })),
  staffForm('help.findPerson', '/dashboard/help/:part?', 'helper', async () => {
    const { clinicNumber } = await slipFrom(await an.admin(), { birthYear: 1950 });
    return { params: { part: 'find' }, fields: { clinicNumber, birthYear: '1950' } };
  }),
  staffForm(
    'report.uploadFor',
    '/dashboard/help/send/:userId',
    'helper',
    async () => {
      const { userId, clinicNumber } = await slipFrom(await an.admin(), { birthYear: 1950 });
      const fields = uploadFields(await fixture('rash.png'), { description: words });
      for (const [name, value] of Object.entries({ userId, clinicNumber, birthYear: '1950', mode: 'thumb' }))
        fields.set(name, value);
      return { params: { userId }, fields };
    },
    words,
  ),
  staffForm('people.recordTelling', '/dashboard/to-tell', 'admin', async (owner) => {
    const { reportId } = await anUntoldAnswer(owner);
    return { fields: { reportId, kind: 'answer', subject: '1', toldAt: '', outcome: 'told' } };
  }),
  patientForm('account.chooseFirstPassword', '/dashboard/first-password', async (owner) => {
    await execute(db().update(users).set({ mustChangePassword: true }).where(eq(users.id, owner.id)));
    return { fields: { newPassword: 'two tall trees stand', confirmNewPassword: 'two tall trees stand' } };
  }),
  patientForm('account.sendAddressCode', '/dashboard/settings/:part?', async (owner) => ({
    params: { part: 'email-code' },
    fields: { email: await withoutEmail(owner) },
  })),
  patientForm('account.addEmail', '/dashboard/settings/:part?', async (owner) => {
    const email = await withoutEmail(owner);
    return { params: { part: 'email' }, fields: { email, otp: await issueCode(email), password } };
  }),
  staffForm('account.issueSlip', '/dashboard/front-desk/slip/:userId', 'admin', atDesk),
  staffForm(
    'frontDesk.checkForReports',
    '/dashboard/front-desk/reports/:userId/:part?',
    'admin',
    async (owner) => {
      const { account } = await aReportSlip(owner);
      const { userId, reason: _reason, ...told } = identityOf(account.userId);
      return { params: { userId, part: 'check' }, fields: { ...told, birthYear: '1962' } };
    },
  ),
  staffForm(
    'report.issueChosenSlip',
    '/dashboard/front-desk/reports/:userId/:part?',
    'admin',
    async (owner) => {
      const { account, reportId } = await aReportSlip(owner);
      const { userId, reason: _reason, ...told } = identityOf(account.userId);
      const path = `/dashboard/front-desk/reports/${userId}/check`;
      const { cookies } = await postPage(await moduleOf('/dashboard/front-desk/reports/:userId/:part?'), {
        path,
        params: { userId, part: 'check' },
        cookie: owner.cookie,
        fields: { ...told, birthYear: '1962' } as Record<string, string>,
      });
      owner.cookie = `${owner.cookie}; ${cookies}`;
      return { params: { userId, part: 'print' }, fields: { reportId } };
    },
  ),
  patientForm('help.endOwnHelper', '/dashboard/my-helpers', async (owner) => {
    const helper = await a.helper();
    await execute(db().update(users).set({ openedBy: helper.id }).where(eq(users.id, owner.id)));
    return { fields: { helperId: helper.id } };
  }),
  staffForm('frontDesk.find', '/dashboard/front-desk', 'admin', () => ({ fields: { phoneEnd: '5678' } })),
  staffForm('frontDesk.markUrgent', '/dashboard/front-desk/urgent', 'admin', async () => ({
    fields: { caseNumber: (await aReportOf(await a.patient(), { file: 'rash.png' }))._id.slice(0, 8) },
  })),
  patientForm('report.markUrgent', '/dashboard/mark-urgent/:reportId', async (owner) => ({
    params: { reportId: (await aReportOf(owner, { file: 'rash.png' }))._id },
  })),
  patientForm('slip.open', '/r/:token', async () => ({
    params: { token: (await aReportSlip(await an.admin())).slip },
    fields: { birthYear: '1962' },
  })),
  patientForm('share.create', '/dashboard/share-report/:reportId', async (owner) => {
    const { _id: reportId } = await aReportOf(owner, { file: 'rash.png' });
    return { params: { reportId }, fields: { reportIds: reportId, hours: '24', label: 'For Dr Rao' } };
  }),
  patientForm('share.end', '/dashboard/shares', async (owner) => {
    const { _id: reportId } = await aReportOf(owner, { file: 'rash.png' });
    return { fields: { shareId: (await aShareOf(owner, [reportId]))._id } };
  }),
  patientForm('share.open', '/s/:token', async () => {
    const owner = await a.patient();
    const { _id: reportId } = await aReportOf(owner, { file: 'rash.png' });
    const { token, passcode } = await aShareOf(owner, [reportId]);
    return { params: { token }, fields: { passcode, ...reader } };
  }),
  patientForm('review.createSummaryCode', '/dashboard/review-summary/:reportId', async (owner) => ({
    params: { reportId: (await aReviewedReportOf(owner, await an.expert()))._id },
  })),
  patientForm('review.markSeen', '/dashboard/report/:reportId', async (owner) => {
    const { _id: reportId } = await aReviewedReportOf(owner, await an.expert());
    return { params: { reportId }, fields: { version: '1' } };
  }),
  patientForm('privacy.noteSeen', '/privacy', () => ({
    fields: { version: readNoticeVersion({ sentenceIn: translate }) },
  })),
  patientForm('review.check', '/check', async () => {
    const owner = await a.patient();
    const { _id } = await aReviewedReportOf(owner, await an.expert());
    return { fields: { code: await codeOfSummary(owner, _id) } };
  }),
  staffForm('account.changePhone', '/dashboard/front-desk/phone/:userId', 'admin', async (owner) => {
    const { params, fields } = await atDesk(owner);
    return { params, fields: { ...fields, newNumber: '9876543211', reason: 'Lost phone' } };
  }),
  removalForm('ask', async (owner) => {
    const { userId } = await aSlipWithAddress(owner);
    const { params, fields } = answersOf(userId);
    return { params: { ...params, part: 'ask' }, fields };
  }),
  removalForm('agree', async () => {
    const userId = await aDisputed();
    return { params: { userId, part: 'agree' } };
  }),
  removalForm(
    'decide',
    async () => {
      const userId = await aDisputed({ objectedAt: new Date() });
      return { params: { userId, part: 'decide' }, fields: { decision: 'refuse', reason: 'I know her' } };
    },
    'I know her',
  ),
  patientForm('account.objectToRemoval', '/not-me/:token', async () => {
    const token = newId();
    await aDisputed({ tokenHash: hashToken(token) });
    return { params: { token } };
  }),
  patientForm('account.stopRemoval', '/dashboard/settings/:part?', async (owner) => {
    const asked = { tokenHash: newId(), askedBy: (await an.admin()).id, askedAt: new Date() };
    await execute(
      db()
        .insert(addressDisputes)
        .values({ userId: owner.id, ...asked }),
    );
    return { params: { part: 'not-me' } };
  }),
  ...(['helper', 'frontDesk'] as const).flatMap((duty) => {
    const part = duty === 'helper' ? 'helper' : 'front-desk';
    const holder = duty === 'helper' ? a.helper : a.clerk;
    return [
      staffForm(`duties.grant.${duty}`, '/dashboard/helpers/:part?', 'admin', async () => ({
        params: { part },
        fields: { name: (await a.patient()).email },
      })),
      staffForm(`duties.withdraw.${duty}`, '/dashboard/helpers/:part?', 'admin', async () => ({
        params: { part: `end-${part}` },
        fields: { userId: (await holder()).id },
      })),
    ];
  }),
  patientForm('session.end', '/dashboard/settings/:part?', async (owner) => ({
    params: { part: 'session' },
    fields: { sessionId: await anotherSessionOf(owner) },
  })),
  settings('session.endOthers', 'other-sessions', () => ({})),
  settings('account.delete', 'delete', () => ({ confirmation: 'DELETE', password })),
  staffForm('account.updateCredentials', '/dashboard/settings/:part?', 'unapprovedExpert', () => ({
    params: { part: 'credentials' },
    fields: credentialFields(),
  })),
  staffForm('account.updateLanguages', '/dashboard/settings/:part?', 'expert', () => ({
    params: { part: 'languages' },
    fields: { en: 'on', ta: 'on' },
  })),
  factor('begin', async () => ({ password })),
  factor('cancel', async (owner) => {
    await postFactor(owner, 'begin', { password });
    return {};
  }),
  factor('confirm', async (owner) => {
    await postFactor(owner, 'begin', { password });
    return { otp: codeOf((await factorOf(owner)).setUp?.secret ?? '') };
  }),
  factor('renew', async (owner) => {
    const { codes } = await switchOn(owner);
    return { password, otp: codes[0] ?? '' };
  }),
  factor('remove', async (owner) => {
    const { codes } = await switchOn(owner);
    return { password, otp: codes[0] ?? '' };
  }),
  passkey('begin', () => ({ password })),
  passkey('add', async (owner) => ({
    name: 'My phone',
    credential: makeAuthenticator().create(await creationOptions(owner)),
  })),
  passkey('rename', async (owner) => ({ passkeyId: (await addPasskeyTo(owner)).id, name: 'My own phone' })),
  patientForm('account.chooseChannel', '/dashboard/channels', () => ({
    fields: { channel: 'mail', isOn: 'false' },
  })),
  patientForm('push.turnOn', '/dashboard/this-phone/:part?', () => ({
    params: { part: 'on' },
    fields: aPushBrowser().fields,
  })),
  patientForm('push.turnOff', '/dashboard/this-phone/:part?', async (owner) => {
    await turnOnPushBy(owner.cookie);
    return { params: { part: 'off' } };
  }),
  patientForm('passkey.remove', '/dashboard/remove-passkey/:passkeyId', async (owner) => ({
    params: { passkeyId: (await addPasskeyTo(owner)).id },
    fields: { password },
  })),
  patientForm('account.exportData', '/dashboard/my-data/download', () => ({ fields: { password } })),
  patientForm(
    'report.upload',
    '/dashboard/upload-report',
    async () => ({
      fields: uploadFields(await fixture('rash.png'), { description: words }),
    }),
    words,
  ),
  patientForm(
    'report.correct',
    '/dashboard/correct-report/:reportId',
    async (owner) => ({
      params: { reportId: (await aReportOf(owner, { file: 'rash.png' }))._id },
      fields: correctionFields({ description: words }),
    }),
    words,
  ),
  patientForm('people.change', '/dashboard/change-person/:personId', async (owner) => ({
    params: { personId: (await aPersonOf(owner))._id },
    fields: { name: 'Gita', birthYear: '1984', sex: 'female', relation: 'spouse' },
  })),
  staffForm('phrase.save', '/dashboard/phrases/:part?', 'expert', () => ({
    params: { part: 'save' },
    fields: { reportType: 'ECG', language: 'en', text: 'Your heart beats regularly.' },
  })),
  staffForm('phrase.remove', '/dashboard/phrases/:part?', 'expert', async (owner) => ({
    params: { part: 'remove' },
    fields: { phraseId: (await aPhraseOf(owner))._id },
  })),
  ofReport('report.giveConsent', '/dashboard/give-consent/:reportId', (owner, reportId) =>
    withdrawConsentFor(owner, reportId),
  ),
  staffForm(
    'report.review',
    '/dashboard/add-review/:reportId',
    'expert',
    async () => ({
      params: { reportId: (await aReportOf(await a.patient(), { file: 'rash.png' }))._id },
      fields: { review: words, language: 'en' },
    }),
    words,
  ),
  staffForm('report.next', '/dashboard/pending-report/:part?', 'expert', async () => {
    await aReportOf(await a.patient(), { file: 'rash.png' });
    return { params: { part: 'next' } };
  }),
  staffForm('review.saveDraft', '/dashboard/pending-report/:part?', 'expert', async () => ({
    params: { part: 'draft' },
    fields: {
      reportId: (await aReportOf(await a.patient(), { file: 'rash.png' }))._id,
      review: 'Half of it',
      language: 'en',
    },
  })),
  staffForm('report.release', '/dashboard/pending-report/:part?', 'expert', async (owner) => ({
    params: { part: 'release' },
    fields: { reportId: await aClaimedReport(owner) },
  })),
  staffForm('report.freeClaim', '/dashboard/pending-report/:part?', 'admin', async () => ({
    params: { part: 'free' },
    fields: { reportId: await aClaimedReport(await an.expert()) },
  })),
  staffForm('review.undo', '/dashboard/pending-report/:part?', 'expert', async (owner) => ({
    params: { part: 'undo' },
    fields: { reportId: await anUndoableReview(owner) },
  })),
  staffForm(
    'review.amend',
    '/dashboard/amend-review/:reportId',
    'expert',
    async (owner) => {
      const { _id: reportId } = await aReportOf(await a.patient(), { file: 'rash.png' });
      await sendReview({ reportId, token: owner.token, review: 'All is well' });
      const fields = { kind: 'addition', text: words, language: 'en', reasonCode: 'newFinding' };
      return { params: { reportId }, fields: { ...fields, version: '1' } };
    },
    words,
  ),
  staffForm(
    'review.takeBackFor',
    '/dashboard/review-versions/:reportId',
    'admin',
    async () => {
      const { _id: reportId } = await aReportOf(await a.patient(), { file: 'rash.png' });
      await sendReview({ reportId, token: (await an.expert()).token, review: 'All is well' });
      return { params: { reportId }, fields: { reasonCode: 'other', reason: words, version: '1' } };
    },
    words,
  ),
  staffForm(
    'report.askPatient',
    '/dashboard/ask-patient/:reportId',
    'expert',
    async (owner) => {
      const { _id: reportId } = await aReportOf(await a.patient(), { file: 'rash.png' });
      await claimFor(owner, reportId);
      return { params: { reportId }, fields: { kind: 'detail', pages: '1', text: words, language: 'en' } };
    },
    words,
  ),
  patientForm(
    'report.answerQuestion',
    '/dashboard/answer-question/:reportId',
    async (owner) => ({
      params: { reportId: (await aReportAskedBy(await an.expert(), owner))._id },
      fields: { answer: words },
    }),
    words,
  ),
  staffForm('report.closeQuestion', '/dashboard/close-question/:reportId', 'expert', async (owner) => ({
    params: { reportId: (await aReportAskedBy(owner, await a.patient()))._id },
  })),
  staffForm(
    'report.liftHold',
    '/dashboard/lift-hold/:reportId',
    'admin',
    async () => {
      const question = { kind: 'otherPerson' };
      const { _id: reportId } = await aReportAskedBy(await an.expert(), await a.patient(), question);
      return { params: { reportId }, fields: { reason: words } };
    },
    words,
  ),
  staffForm(
    'review.translate',
    '/dashboard/translate/:reportId',
    'expert',
    async (owner) => {
      const patient = await a.patient();
      await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
      await postPage(await moduleOf('/dashboard/settings/:part?'), {
        path: '/dashboard/settings/languages',
        params: { part: 'languages' },
        cookie: owner.cookie,
        fields: { en: 'on', ta: 'on' },
      });
      const reportId = (await aReportOf(patient, { file: 'rash.png' }))._id;
      await sendReview({ reportId, token: (await an.expert()).token, review: 'All is well' });
      return { params: { reportId }, fields: { review: words, sendAsIs: 'on' } };
    },
    words,
  ),
  staffForm('duty.add', '/dashboard/duty/:part?', 'expert', () => ({
    params: { part: 'add' },
    fields: dutyFields,
  })),
  staffForm('duty.addAway', '/dashboard/duty/:part?', 'expert', () => ({
    params: { part: 'away' },
    fields: { fromDay: '2099-01-01', toDay: '2099-01-07' },
  })),
  staffForm('duty.remove', '/dashboard/duty/:part?', 'expert', async (owner) => {
    await callApi(apiRoute('expert/duty'), { method: 'POST', token: owner.token, body: dutyFields });
    return { params: { part: 'remove' }, fields: { kind: 'duty', from: '2099-01-01T02:30:00.000Z' } };
  }),
  staffForm('alerts.changeTarget', '/dashboard/alerts/:part?', 'admin', () => ({
    params: { part: 'targets' },
    fields: { reportType: 'ECG', hours: '24' },
  })),
  staffForm('alerts.quieten', '/dashboard/alerts/:part?', 'admin', () => ({
    params: { part: 'quiet' },
    fields: {},
  })),
  staffForm('expert.approve', '/dashboard/approve-expert/:expertId', 'admin', async () => ({
    params: { expertId: (await an.unapprovedExpert()).id },
    fields: { isChecked: 'on', reason: words },
  })),
  staffForm('expert.checkRegistration', '/dashboard/doctor/:expertId/:part?', 'admin', async () => ({
    params: { expertId: (await an.expert()).id, part: 'check' },
    fields: { registrationNumber: 'MMC/2011/04217', method: 'call', validUntil: '2099-03-31' },
  })),
  staffForm(
    'expert.extendRegistration',
    '/dashboard/doctor/:expertId/:part?',
    'admin',
    async (owner) => {
      const expertId = (await an.expert()).id;
      const check = { expertId, reason: words, validUntil: '2099-03-31' };
      await callApi(apiRoute('expert/check-registration'), {
        method: 'POST',
        token: owner.token,
        body: check,
      });
      return { params: { expertId, part: 'extend' }, fields: { reason: words } };
    },
    words,
  ),
  staffForm(
    'expert.reject',
    '/dashboard/judge-expert/:expertId',
    'admin',
    async () => ({
      params: { expertId: (await an.unapprovedExpert()).id },
      query: '?to=reject',
      fields: { reason: words },
    }),
    words,
  ),
  staffForm(
    'expert.suspend',
    '/dashboard/judge-expert/:expertId',
    'admin',
    async () => ({
      params: { expertId: (await an.expert()).id },
      query: '?to=suspend',
      fields: { reason: words, answersInDoubt: 'false' },
    }),
    words,
  ),
  staffForm('expert.decideDoubt', '/dashboard/judge-expert/:expertId', 'admin', async () => ({
    params: { expertId: (await an.suspendedExpert()).id },
    query: '?to=doubt',
    fields: { answersInDoubt: 'true' },
  })),
  staffForm('expert.restore', '/dashboard/approved-expert', 'admin', async () => ({
    fields: { expertId: (await an.suspendedExpert()).id },
  })),
  staffForm('review.decideIncomplete', '/dashboard/incomplete-answers', 'admin', async () => {
    const { _id } = await aReviewedReportOf(await a.patient(), await an.expert());
    const lackedNotes = [{ page: 1, note: 'missingFont' as const }];
    const check = { reportId: _id, checkedAt: new Date(), incompleteVersion: 1, lackedNotes };
    await execute(db().insert(drawingChecks).values(check));
    return { fields: { reportId: _id, version: '1', decision: 'requeue' } };
  }),
  staffForm('sentences.recordCheck', '/dashboard/checked-sentences', 'admin', () => ({
    fields: { language: 'te', wordingHash: hashStepSentences({ listStepSentences }, 'te'), by: 'Lakshmi' },
  })),
  staffForm('clinic.choosePart', '/dashboard/more', 'admin', () => ({
    fields: { part: 'frontDesk', choice: 'on' },
  })),
  staffForm('webhook.add', '/dashboard/webhooks', 'admin', () => ({
    fields: { url: 'https://hospital.example/hooks', events: 'report.created', password },
  })),
  ...(['change', 'remove', 'test'] as const).map((part) =>
    staffForm(`webhook.${part}`, '/dashboard/webhook/:webhookId/:part?', 'admin', async (owner) => ({
      params: { part, webhookId: await aWebhookOf(owner) },
      ...(part === 'change' && {
        fields: { url: 'https://hospital.example/new', events: 'report.created', password },
      }),
    })),
  ),
  staffForm('webhook.retryDelivery', '/dashboard/webhook/:webhookId/:part?', 'admin', async (owner) => {
    const webhookId = await aWebhookOf(owner);
    return { params: { part: 'retry', webhookId }, fields: { deliveryId: await aDeliveryOf(webhookId) } };
  }),
  staffForm('message.answerComplaint', '/dashboard/complaint/:complaintId', 'admin', async () => {
    return { params: { complaintId: await aComplaint() }, fields: { answer: words } };
  }),
  staffForm(
    'breach.note',
    '/dashboard/breaches',
    'admin',
    () => ({ fields: { foundAt: '2026-03-05T14:00', what: words } }),
    words,
  ),
  ...(
    [
      ['told', 'told', { how: words }, words],
      ['boardTold', 'board', { reference: 'DPB/2026/118' }, undefined],
      ['close', 'close', undefined, undefined],
    ] as const
  ).map(([name, part, fields, typed]) =>
    staffForm(
      `breach.${name}`,
      '/dashboard/breach/:number/:part?',
      'admin',
      async (owner) => ({
        params: { part, number: await aBreachOf(owner) },
        ...(fields && { fields: { at: toClinicMoment(new Date()), ...fields } }),
      }),
      typed,
    ),
  ),
  staffForm('message.close', '/dashboard/messages', 'admin', async () => {
    const row = {
      id: newId(),
      kind: 'query',
      name: 'Asha',
      text: 'Hello',
      language: 'en',
      createdAt: new Date(),
    } as const;
    await execute(db().insert(messages).values(row));
    return { fields: { messageId: row.id } };
  }),
  staffForm(
    'admins.add',
    '/dashboard/admins/:part?',
    'admin',
    () => ({ params: { part: 'add' }, fields: { firstName: words, password } }),
    words,
  ),
  staffForm('registration.require', '/dashboard/registrations/:part?', 'admin', () => ({
    params: { part: 'on' },
    fields: { fromDay: dayInMonths(), password },
  })),
  staffForm('registration.notRequire', '/dashboard/registrations/:part?', 'admin', async (owner) => {
    const body = { fromDay: dayInMonths(), password };
    await callApi(apiRoute('system/registrations'), { method: 'PUT', token: owner.token, body });
    return { params: { part: 'off' }, fields: { password } };
  }),
  staffForm('admins.takeBack', '/dashboard/admins/:part?', 'admin', async () => {
    const { id: userId } = await an.admin();
    await execute(db().update(users).set({ mustChangePassword: true }).where(eq(users.id, userId)));
    return { params: { part: 'take-back' }, fields: { userId } };
  }),
  staffForm(
    'key.make',
    '/dashboard/system/keys/:part?',
    'admin',
    () => ({ params: { part: 'make' }, fields: { name: words, scopes: 'export', days: '30', password } }),
    words,
  ),
  staffForm('key.takeOver', '/dashboard/system/keys/:part?', 'admin', async () => ({
    params: { part: 'take-over' },
    fields: { keyId: (await aKey(await an.admin(), ['export'])).id, password },
  })),
  staffForm('key.revoke', '/dashboard/system/keys/:part?', 'admin', async (owner) => ({
    params: { part: 'revoke' },
    fields: { keyId: (await aKey(owner, ['export'])).id },
  })),
  staffForm('emails.retry', '/dashboard/system/:part?', 'admin', async () => ({
    params: { part: 'retry' },
    fields: { emailId: await givenUpEmail() },
  })),
  staffForm('system.sendTestEmail', '/dashboard/system/:part?', 'admin', () => ({
    params: { part: 'test-email' },
  })),
  staffForm(
    'clinic.changeDetails',
    '/dashboard/clinic',
    'admin',
    () => ({ fields: { officeAddress: words, offeredLanguages: 'hi,bn,mr,te,ta,gu,kn,ml,ur' } }),
    words,
  ),
  staffForm('system.resumeSending', '/dashboard/email/:part?', 'admin', () => ({
    params: { part: 'send-again' },
  })),
  staffForm('system.makeBackup', '/dashboard/system/:part?', 'admin', () => ({
    params: { part: 'back-up' },
  })),
  staffForm('system.noteRestoreTried', '/dashboard/system/:part?', 'admin', () => ({
    params: { part: 'restore-tried' },
  })),
];

const listed = new Set(special.map(({ operation }) => operation));

/** Creates the object that a path parameter names, for the owner of the form. */
const subjects: Record<string, (owner: Somebody, operation: AnyOperation) => Promise<string>> = {
  reportId: async (owner, operation) =>
    (await aReportOf(isOwnOnly(operation) ? owner : await a.patient(), { file: 'rash.png' }))._id,
  personId: async (owner) => (await aPersonOf(owner))._id,
  expertId: async () => (await an.unapprovedExpert()).id,
};

/** Draws the form of a page for a permitted account, with the API's examples as input. */
async function plainForm(screen: Screen): Promise<PageForm[]> {
  const { action } = await moduleOf(screen.path);
  const operation = (action as { operation?: AnyOperation } | undefined)?.operation;
  if (!operation || screen.for === 'guests' || listed.has(operation.name)) return [];
  const example = exampleOf(operation);
  if (!example) return [];
  const inPath = Object.keys(subjects).filter((name) => screen.path.includes(`:${name}`));
  const fields = Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)));
  return [
    {
      operation: operation.name,
      route: screen.path,
      draw: async () => {
        const owner = await somebodyFor(operation);
        const params: Params = {};
        for (const name of inPath) params[name] = (await subjects[name]?.(owner, operation)) ?? '';
        return { owner, params, fields };
      },
      otherAccount: () => somebodyFor(operation, 'Ravi'),
      typed: Object.values(fields)[0],
    },
  ];
}

/** Every form that is drawn for signed-in accounts. */
export const forms: PageForm[] = [
  ...special,
  ...(await Promise.all(Object.values<Screen>(screens).map(plainForm))).flat(),
];

/** Takes the e-mail address of an account away, and returns one that it can get. */
async function withoutEmail({ id }: Somebody): Promise<string> {
  const change = { email: toStoredNoEmail(id), loginName: newClinicNumber() };
  await execute(db().update(users).set(change).where(eq(users.id, id)));
  return newAddress();
}

/** Opens an account at the front desk, and builds the answers of its owner. */
async function atDesk(owner: Somebody) {
  return answersOf((await slipFrom(owner)).userId);
}

function answersOf(accountId: string) {
  const { userId, ...told } = identityOf(accountId);
  const fields = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, String(value)]));
  return { params: { userId }, fields };
}

/** Has an admin ask that the address of an account comes off; `change` moves the request on. */
async function aDisputed(change?: Partial<typeof addressDisputes.$inferInsert>) {
  const admin = await an.admin();
  const { userId } = await aSlipWithAddress(admin);
  await askRemovalBy(admin, userId);
  const isTheirs = eq(addressDisputes.userId, userId);
  if (change) await execute(db().update(addressDisputes).set(change).where(isTheirs));
  return userId;
}

async function givenUpEmail() {
  const to = { name: 'Asha', address: 'asha@village.test' };
  await atomically([
    enqueueEmail({
      template: 'passwordChanged',
      to,
      params: {},
      language: 'en',
      usefulMinutes: 1440,
    } as never),
  ]);
  const refusing = {
    deliver: () => Promise.reject(Object.assign(new Error('no'), { responseCode: 550 })),
    close: () => undefined,
  };
  const sentences = makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: origin }));
  vi.useFakeTimers({ toFake: ['Date'] });
  await sendWaiting(refusing, sentences);
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  await sendWaiting(refusing, sentences);
  vi.useRealTimers();
  const { data } = await listGivenUpEmails.run({ viewer: {} as never, input: {}, context: {} as never });
  return data[0]?._id ?? '';
}
