import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';
import { reportFields, walkJourney } from './journey.ts';

const { DELETE, GET, POST } = createClient<paths>({ baseUrl: process.env.API_BASE });
const by = (token: string) => ({ Authorization: `Bearer ${token}` });

function requireSuccess<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

type Value = string | number | boolean | Blob | null | undefined;

function formOf(fields: Record<string, Value | Value[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one instanceof Blob) form.append(name, one);
      else if (one !== undefined && one !== null) form.append(name, String(one));
    }
  }
  return form;
}

const uploadCall = '/report/upload-report';

await walkJourney('openapi-typescript', {
  async sendCode(email) {
    requireSuccess(await POST('/auth/send-otp', { body: { email } }));
  },
  async signUp(body) {
    requireSuccess(await POST('/auth/signup', { body }));
  },
  async logIn(body) {
    const { token, user } = requireSuccess(await POST('/auth/login', { body }));
    return { token, id: user._id };
  },
  async approve(token, expertId) {
    requireSuccess(await POST('/expert/approve-expert', { headers: by(token), body: { expertId } }));
  },
  async upload(token, report) {
    const body = { ...reportFields, report };
    return requireSuccess(await POST(uploadCall, { headers: by(token), body, bodySerializer: formOf })).data;
  },
  async uploadSeveral(token, report) {
    const body = { ...reportFields, report };
    return requireSuccess(await POST(uploadCall, { headers: by(token), body, bodySerializer: formOf })).data;
  },
  async uploadSent(token, uploads) {
    return requireSuccess(await POST(uploadCall, { headers: by(token), body: { ...reportFields, uploads } }))
      .data;
  },
  async pending(token) {
    const query = { reportType: 'Blood Test', limit: 100 } as const;
    const list = requireSuccess(
      await GET('/report/get-pending-reports', { headers: by(token), params: { query } }),
    );
    return list.data.map(({ _id }) => _id);
  },
  async review(token, reportId, review) {
    const params = { path: { reportId } };
    requireSuccess(
      await POST('/report/add-review/{reportId}', { headers: by(token), params, body: { review } }),
    );
  },
  async reviews(token, patientId) {
    const params = { path: { patientId } };
    const answer = await GET('/report/get-report-by-patientId/{patientId}', { headers: by(token), params });
    return requireSuccess(answer).data.map(({ _id, review }) => ({ reportId: _id, review }));
  },
  async remove(token, reportId) {
    requireSuccess(await DELETE('/report/delete-report', { headers: by(token), body: { reportId } }));
  },
  async failLogIn(email) {
    const { error } = await POST('/auth/login', { body: { email, password: 'not this one' } });
    return error?.message ?? 'nothing';
  },
});
