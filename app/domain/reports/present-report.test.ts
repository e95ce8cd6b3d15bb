import { expect, test } from 'vitest';
import { maskFilters, maskReport, publicReport, reportExamples } from './present-report';
import { shownUnapproved } from './report-fields';

test('an expert who is not approved sees what is listed as shown, and nothing else of a report', () => {
  const report = publicReport.parse({
    ...reportExamples.Report,
    thumbnailUrl: '/files/thumbnail/1',
    review: 'All is well',
    expert: { _id: '2', firstName: 'Meera', lastName: 'Nair', registrationNumber: null },
    reviewedAt: '2026-03-05T08:30:00.000Z',
    correctedAt: '2026-03-05T08:20:00.000Z',
    reviewLanguage: 'hi',
    translations: [reportExamples.Translation],
    progress: 'claimed',
    claim: reportExamples.Claim,
    version: 2,
    amendedAt: '2026-03-05T08:40:00.000Z',
    takenBackAt: '2026-03-05T08:50:00.000Z',
    versions: [reportExamples.ReviewVersion],
    questions: [reportExamples.Question],
    files: [reportExamples.AddedFile],
  });
  const masked = maskReport(report);
  expect(Object.keys(masked).sort()).toEqual(Object.keys(report).sort());
  const same = Object.entries(masked).flatMap(([name, value]) =>
    value === report[name as keyof typeof report] ? [name] : [],
  );
  expect(same.sort()).toEqual([...shownUnapproved].sort());
});

test('an expert who is not approved cannot filter by what is hidden from them', () => {
  expect(maskFilters({ reportType: 'ECG', language: 'hi', phoneNumber: '+919876543210', _other: 1 })).toEqual(
    {
      reportType: 'ECG',
      language: 'hi',
    },
  );
});
