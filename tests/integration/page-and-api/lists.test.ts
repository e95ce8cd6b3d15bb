import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as approvedPage from '~/routes/dashboard/admin/approved-expert';
import * as pendingExpertPage from '~/routes/dashboard/admin/pending-expert';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as ofPatientPage from '~/routes/dashboard/previous-report';
import * as reviewedPage from '~/routes/dashboard/previous-reviewed-report';
import * as allReviewedPage from '~/routes/dashboard/previous-reviewed-reports';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { nobody, ofPage } from '../../support/page-and-api';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, type RouteModule } from '../../support/requests';

const approvedCall = apiRoute('expert/get-approved-expert');
const pendingExpertCall = apiRoute('expert/get-pending-expert');
const allReviewedCall = apiRoute('report/get-all-reviewed-reports');
const pendingCall = apiRoute('report/get-pending-reports');
const reviewedCall = apiRoute('report/get-report-by-expertId');
const ofPatientCall = apiRoute('report/get-report-by-patientId');

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

/** The lists of pages and API calls. */
type List = { name: string; call: RouteModule; page: RouteModule; params?: () => Record<string, string> };
const lists: List[] = [
  { name: 'the pending reports', call: pendingCall, page: pendingPage },
  { name: 'the reviewed reports', call: reviewedCall, page: reviewedPage },
  { name: 'all reviewed reports', call: allReviewedCall, page: allReviewedPage },
  {
    name: 'the reports of a patient',
    call: ofPatientCall,
    page: ofPatientPage,
    params: () => ({ patientId: patient.id }),
  },
  { name: 'the pending experts', call: pendingExpertCall, page: pendingExpertPage },
  { name: 'the approved experts', call: approvedCall, page: approvedPage },
];

/** Strips links from a list: the API's are absolute and signed, a page's are paths. */
function withoutLinks(data: unknown) {
  return JSON.parse(JSON.stringify(data), (key, value) =>
    ['reportUrl', 'thumbnailUrl', 'image'].includes(key) ? undefined : value,
  ) as unknown[];
}

describe('lists are the same on pages and through the API', () => {
  const viewers: Record<string, () => Promise<Somebody>> = {
    'the patient': async () => patient,
    'another patient': () => a.patient(),
    'an expert who is not approved': () => an.unapprovedExpert(),
    'an expert': async () => expert,
    'an admin': async () => admin,
    'a visitor': async () => nobody,
  };
  let seen = 0;
  beforeAll(async () => {
    await aReportOf(patient, { description: 'Since Monday' });
    await aReportOf(patient, { file: 'rash.png', reportType: 'X-Ray' });
    await aReviewedReportOf(patient, expert);
    await an.unapprovedExpert();
  });
  afterAll(() => expect(seen, 'number of compared rows').toBeGreaterThan(20));

  const rows = lists.flatMap((list) => Object.keys(viewers).map((who) => [list.name, who, list] as const));
  test.each(rows)('%s, as %s sees them', async (_name, who, list) => {
    const viewer = await (viewers[who] ?? (async () => nobody))();
    for (const query of ['', '?limit=1&page=2', '?q=Asha', '?reportType=X-Ray']) {
      const path = `/x${query}`;
      const params = list.params?.() ?? {};
      const api = await callApi(list.call, { token: viewer.token, path, params });
      const page = await getPage(list.page, { cookie: viewer.cookie, path, params });
      if (api.json.success) {
        const { data, meta } = page.data as { data: unknown[]; meta: { total: number } };
        // Past the end of a list, the page shows the last page and the API returns nothing.
        const total = (api.json.meta as { total: number }).total;
        const isBehind = query.includes('page=2') && total < 2;
        expect(meta.total, query).toBe(total);
        // A row of a page has only what its cells show.
        if (!isBehind)
          expect(withoutLinks(api.json.data), query).toMatchObject(withoutLinks(data) as object[]);
        seen += data.length;
      } else if (api.status === 404) {
        // Another patient's list and a missing one both lead to the not-found page.
        expect(page.status, query).toBe(404);
      } else {
        expect(ofPage(page), query).toEqual({ refused: api.json.message });
      }
    }
  });
});
