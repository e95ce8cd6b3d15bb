import { expect, test } from 'vitest';
import { publicNextStep } from './next-step';
import { publicFile, publicQuestion } from './present-question';
import { maskFilters, maskReport, publicReport } from './present-report';
import { doctorExample, publicDoubt, publicTranslation } from './present-translation';
import { publicVersion } from './present-version';
import { publicClaim } from './report-field';
import { fieldsForUnapproved } from './report-fields';
import { publicStepCheck } from './step-check';

test('an unapproved expert sees only the fields of a report that are listed as shown', () => {
  const report = publicReport.parse({
    ...(publicReport.meta()?.example as object),
    thumbnailUrl: '/files/thumbnail/1',
    review: 'All is well',
    expert: { ...doctorExample, image: null },
    reviewedAt: '2026-03-05T08:30:00.000Z',
    correctedAt: '2026-03-05T08:20:00.000Z',
    reviewLanguage: 'hi',
    translations: [publicTranslation.meta()?.example],
    progress: 'claimed',
    claim: publicClaim.meta()?.example,
    version: 2,
    amendedAt: '2026-03-05T08:40:00.000Z',
    takenBackAt: '2026-03-05T08:50:00.000Z',
    versions: [publicVersion.meta()?.example],
    questions: [publicQuestion.meta()?.example],
    files: [publicFile.meta()?.example],
    nextStep: publicNextStep.meta()?.example,
    doubtNote: publicDoubt.meta()?.example,
    doubtOver: 'The clinic vouches for it again.',
    dangerSigns: ['fits'],
    stepCheck: publicStepCheck.meta()?.example,
  });
  const masked = maskReport(report);
  expect(Object.keys(masked).sort()).toEqual(Object.keys(report).sort());
  const same = Object.entries(masked).flatMap(([name, value]) =>
    value === report[name as keyof typeof report] ? [name] : [],
  );
  expect(same.sort()).toEqual([...fieldsForUnapproved].sort());
});

test('an unapproved expert cannot filter by hidden fields', () => {
  expect(maskFilters({ reportType: 'ECG', language: 'hi', phoneNumber: '+919876543210', _other: 1 })).toEqual(
    {
      reportType: 'ECG',
      language: 'hi',
    },
  );
});
