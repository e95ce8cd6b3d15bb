import { beforeAll, expect, test, vi } from 'vitest';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, correctReportOf } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';

let patient: Somebody;
let reportId: string;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
  reportId = (await aReportOf(patient))._id;
});

const calls: [string, () => Record<string, string>][] = [
  ['report/get-report-by-patientId', () => ({ patientId: patient.id })],
  ['report/get-report', () => ({ reportId })],
];

test.each(calls)(
  '%s answers 304 until the data changes, whatever the signatures of links',
  async (call, params) => {
    const get = (headers: Record<string, string> = {}, token = patient.token) =>
      callApi(apiRoute(call), { token, params: params(), headers });
    const first = await get();
    const tag = first.headers.get('ETag') ?? '';
    expect([first.status, tag.slice(0, 3)]).toEqual([200, 'W/"']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    try {
      const later = await get();
      expect(later.text).not.toBe(first.text);
      const repeated = await get({ 'If-None-Match': `"other", ${tag}` });
      expect([repeated.status, repeated.text, repeated.headers.get('ETag')]).toEqual([304, '', tag]);
      expect(repeated.headers.get('Cache-Control')).toBe('no-store');
    } finally {
      vi.useRealTimers();
    }
    // Another viewer is refused before the tag is looked at.
    const stranger = await a.patient();
    expect((await get({ 'If-None-Match': tag }, stranger.token)).status).toBe(404);
    await correctReportOf(patient, reportId, { description: `Corrected for ${call}` });
    const changed = await get({ 'If-None-Match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('ETag')).not.toBe(tag);
  },
);
