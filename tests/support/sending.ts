import { fixture, type Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const uploadForCall = apiRoute('report/upload-for');

/** Sends a report for somebody else, with a spoken consent and a witness unless told otherwise. */
export async function sendFor(
  by: Pick<Somebody, 'token'>,
  fields: Record<string, string>,
  file = 'blood-test.pdf',
) {
  const body = new FormData();
  const all = {
    reportType: 'Blood Test',
    phoneNumber: '9812345678',
    consent: 'true',
    mode: 'spoken',
    witness: 'Sunita',
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) body.set(name, value);
  body.set('report', await fixture(file));
  return callApi(uploadForCall, { method: 'POST', token: by.token, body });
}
