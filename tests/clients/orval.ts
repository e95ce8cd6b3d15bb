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
import { about, walk } from './journey.ts';

const by = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

function done<Answer extends { status: number; data: unknown }>(answer: Answer) {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
}

await walk('orval', {
  async sendCode(email) {
    done(await accountSendOtp({ email }));
  },
  async signUp(person) {
    done(await accountSignup(person));
  },
  async logIn(who) {
    const answer = await accountLogIn(who);
    if (answer.status !== 200) throw new Error(answer.data.message);
    return { token: answer.data.token, id: answer.data.user._id };
  },
  async approve(token, expertId) {
    done(await expertApprove({ expertId }, by(token)));
  },
  async upload(token, report) {
    const answer = await reportUploadWithFormData({ ...about, report }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data;
  },
  async uploadSeveral(token, report) {
    const answer = await reportUploadWithFormData({ ...about, report }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data;
  },
  async uploadSent(token, uploads) {
    const answer = await reportUploadWithJson({ ...about, uploads }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data;
  },
  async pending(token) {
    const answer = await reportListPending({ reportType: 'Blood Test', limit: 100 }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data.map(({ _id }) => _id);
  },
  async review(token, reportId, review) {
    done(await reportReview(reportId, { review }, by(token)));
  },
  async reviews(token, patientId) {
    const answer = await reportListOfPatient(patientId, undefined, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data.map(({ _id, review }) => ({ reportId: _id, review }));
  },
  async remove(token, reportId) {
    done(await reportDelete(undefined, { reportId }, by(token)));
  },
  async refused(email) {
    const answer = await accountLogIn({ email, password: 'not this one' });
    return answer.data.message;
  },
});
