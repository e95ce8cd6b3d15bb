import {
  accountLogIn,
  accountSendOtp,
  accountSignup,
  expertApprove,
  reportDelete,
  reportListOfPatient,
  reportListPending,
  reportReview,
  reportUploadWithFormData,
  reportUploadWithJson,
} from './generated/orval.ts';
import { reportFields, walkJourney } from './journey.ts';

const by = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

function requireSuccess<Answer extends { status: number; data: unknown }>(answer: Answer) {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
}

await walkJourney('orval', {
  async sendCode(email) {
    requireSuccess(await accountSendOtp({ email }));
  },
  async signUp(person) {
    requireSuccess(await accountSignup(person));
  },
  async logIn(who) {
    const answer = await accountLogIn(who);
    if (answer.status !== 200) throw new Error(answer.data.message);
    return { token: answer.data.token, id: answer.data.user._id };
  },
  async approve(token, expertId) {
    requireSuccess(await expertApprove({ expertId }, by(token)));
  },
  async upload(token, report) {
    const answer = await reportUploadWithFormData({ ...reportFields, report }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data;
  },
  async uploadSeveral(token, report) {
    const answer = await reportUploadWithFormData({ ...reportFields, report }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data;
  },
  async uploadSent(token, uploads) {
    const answer = await reportUploadWithJson({ ...reportFields, uploads }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data;
  },
  async pending(token) {
    const answer = await reportListPending({ reportType: 'Blood Test', limit: 100 }, by(token));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
    return answer.data.data.map(({ _id }) => _id);
  },
  async review(token, reportId, review) {
    requireSuccess(await reportReview(reportId, { review }, by(token)));
  },
  async reviews(token, patientId) {
    const answer = await reportListOfPatient(patientId, undefined, by(token));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
    return answer.data.data.map(({ _id, review }) => ({ reportId: _id, review }));
  },
  async remove(token, reportId) {
    requireSuccess(await reportDelete(undefined, { reportId }, by(token)));
  },
  async failLogIn(email) {
    const answer = await accountLogIn({ email, password: 'not this one' });
    return answer.data.message;
  },
});
