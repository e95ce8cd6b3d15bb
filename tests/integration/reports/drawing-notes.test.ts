import { beforeAll, expect, test } from 'vitest';
import * as submittedPage from '~/routes/dashboard/report-submitted';
import { writeMemo } from '~/web/request/cookies.server';
import { pdfOf } from '../../fixtures/pdf.mjs';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf } from '../../support/reports';
import { getPage } from '../../support/requests';
import { reportsOf } from '../../support/visits';

let patient: Somebody;
clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

const stamped = pdfOf(['BT /F1 14 Tf 60 760 Td (Haemoglobin 6.1) Tj ET'], {
  page: '/Annots [7 0 R]',
  extraObjects: ['<< /Type /Annot /Subtype /Stamp /Name /Draft /Rect [100 400 400 600] /F 4 >>'],
});
const file = new File([new Uint8Array(stamped)], 'report.pdf');

test('tells the doctor through the API what the drawing of a page lacks', async () => {
  const report = await aReportOf(patient, { file });
  const doctor = await an.expert();
  const { json } = await reportsOf(patient.id, doctor);
  const [read] = (json.data as { _id: string; pageNotes: unknown }[]).filter(({ _id }) => _id === report._id);
  expect(read?.pageNotes).toEqual([{ page: 1, note: 'missingMarks' }]);
});

test('tells the patient after the upload what the doctor may not see', async () => {
  const report = await aReportOf(patient, { file, description: 'Stamped' });
  const memo = (await writeMemo('sent', report._id, patient))[1].split(';')[0];
  const cookie = `${patient.cookie}; ${memo}`;
  const { data } = await getPage(submittedPage, { path: '/report-submitted', cookie });
  expect(data).toMatchObject({
    drawing: {
      pageNotes: [{ page: 1, note: 'missingMarks' }],
      reportUrl: `/files/raw/${report._id}`,
    },
  });
});
