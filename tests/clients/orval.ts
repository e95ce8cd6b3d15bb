import {
  accountLogIn,
  accountSendOtp,
  accountSignup,
  expertApprove,
  reportListOfPatient,
  reportListPending,
  reportReview,
  reportUpload,
} from './generated/orval.ts';
import { walk } from './journey.ts';

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
    const fields = { phoneNumber: '9876543210', consent: true, report };
    const answer = await reportUpload({ reportType: 'Blood Test', ...fields }, by(token));
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.data._id;
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
  async refused(email) {
    const answer = await accountLogIn({ email, password: 'not this one' });
    return answer.data.message;
  },
});
