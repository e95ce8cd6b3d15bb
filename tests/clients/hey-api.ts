import { client } from './generated/hey-api/client.gen';
import {
  accountLogIn,
  accountSendOtp,
  accountSignup,
  expertApprove,
  reportDeleteByPath,
  reportListOfPatient,
  reportListPending,
  reportReview,
  reportUpload,
} from './generated/hey-api/sdk.gen';
import { reportFields, walkJourney } from './journey.ts';

client.setConfig({ baseUrl: process.env.API_BASE });

await walkJourney('hey-api', {
  async sendCode(email) {
    await accountSendOtp({ body: { email }, throwOnError: true });
  },
  async signUp(body) {
    await accountSignup({ body, throwOnError: true });
  },
  async logIn(body) {
    const { data } = await accountLogIn({ body, throwOnError: true });
    return { token: data.token, id: data.user._id };
  },
  async approve(token, expertId) {
    await expertApprove({ auth: token, body: { expertId }, throwOnError: true });
  },
  async upload(token, report) {
    const { data } = await reportUpload({
      auth: token,
      body: { ...reportFields, report },
      throwOnError: true,
    });
    return data.data;
  },
  async uploadSeveral(token, report) {
    const { data } = await reportUpload({
      auth: token,
      body: { ...reportFields, report },
      throwOnError: true,
    });
    return data.data;
  },
  async uploadSent(token, uploads) {
    const { data } = await reportUpload({
      auth: token,
      body: { ...reportFields, uploads },
      throwOnError: true,
    });
    return data.data;
  },
  async pending(token) {
    const query = { reportType: 'Blood Test', limit: 100 } as const;
    const { data } = await reportListPending({ auth: token, query, throwOnError: true });
    return data.data.map(({ _id }) => _id);
  },
  async review(token, reportId, review) {
    await reportReview({ auth: token, path: { reportId }, body: { review }, throwOnError: true });
  },
  async reviews(token, patientId) {
    const { data } = await reportListOfPatient({ auth: token, path: { patientId }, throwOnError: true });
    return data.data.map(({ _id, review }) => ({ reportId: _id, review }));
  },
  async remove(token, reportId) {
    await reportDeleteByPath({ auth: token, path: { reportId }, throwOnError: true });
  },
  async failLogIn(email) {
    const { error } = await accountLogIn({ body: { email, password: 'not this one' } });
    return error?.message ?? 'nothing';
  },
});
