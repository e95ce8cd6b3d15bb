import { beforeAll, expect, test } from 'vitest';
import * as toTellPage from '~/routes/dashboard/to-tell';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { anAnswerSentBy } from '../../support/desk';
import { apiRoute, callApi, getPage } from '../../support/requests';

let helper: Somebody;
let slip: Awaited<ReturnType<typeof anAnswerSentBy>>['slip'];
let reportId: string;
clinicForFile();
beforeAll(async () => {
  helper = await a.helper();
  ({ slip, reportId } = await anAnswerSentBy(helper, { mayRead: 'on' }));
});

/** The bytes of an answer, without its IDs and times, which differ from run to run. */
async function bytesOf(path: string) {
  const { text } = await callApi(apiRoute(path), { token: helper.token });
  return text
    .replaceAll(reportId, 'REPORT')
    .replaceAll(slip.userId, 'PERSON')
    .replaceAll(/(?<="numberStart":")\w+/g, 'START')
    .replaceAll(/(?<="caseNumber":")[\w-]+/g, 'CASE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

// Whoever helps sees no more than this: a new field of the staff's lists changes these bytes.
test('a helper gets these bytes of the people, the sent reports and whom to tell', async () => {
  expect(await bytesOf('account/people')).toBe(
    `{"success":true,"message":"People you help","data":[{"userId":"PERSON","firstName":"Lakshmi","birthYear":1962,"phoneEnd":"5678","numberStart":"START"}],"meta":{"page":1,"limit":100,"total":1}}`,
  );
  expect(await bytesOf('report/sent')).toBe(
    `{"success":true,"message":"Reports you sent for others","data":[{"reportId":"REPORT","caseNumber":"CASE","userId":"PERSON","firstName":"Lakshmi","sentAt":"TIME","status":"Reviewed","isWithdrawn":false,"urgent":false,"mayRead":true,"review":"Drink more water","reviewLanguage":"en","stepCheck":null}],"meta":{"page":1,"limit":100,"total":1}}`,
  );
  expect(await bytesOf('account/to-tell')).toBe(
    `{"success":true,"message":"People to call","data":[{"reportId":"REPORT","kind":"answer","subject":"1","firstName":"Lakshmi","language":"te","since":"TIME","goToday":false,"isFirst":false,"dueAt":null,"phoneNumber":"+919812345678","mayWrite":false,"outcome":null,"toldAt":null}],"total":1}`,
  );
});

test('the page to tell people gives a helper nobody but their own, and no case of the desk', async () => {
  const other = await a.helper();
  const of = async ({ cookie }: Somebody) =>
    (await getPage(toTellPage, { path: '/dashboard/to-tell', cookie })).data as { data: object[] };
  expect((await of(helper)).data).toMatchObject([{ reportId, firstName: 'Lakshmi' }]);
  expect((await of(other)).data).toEqual([]);
});
