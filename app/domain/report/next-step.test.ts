import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextSteps } from '~/platform/enums';
import { findCurrentStep, type StepRow } from './next-step';
import type { VersionRow } from './present-version';

const step = fc.constantFrom(...nextSteps);
/** A change of a review by a server that knows steps or by one that does not. */
const event = fc.record({
  kind: fc.constantFrom('review', 'addition', 'correction', 'takenBack', 'undone'),
  isOlder: fc.boolean(),
  chosen: fc.option(step, { nil: undefined, freq: 2 }),
});

type Expected = { step: (typeof nextSteps)[number]; isUncertain: boolean } | null;

/** A report as both kinds of servers leave it, and the step that should be in force. */
function play(history: (typeof event extends fc.Arbitrary<infer Event> ? Event : never)[]) {
  const report = { status: 'Pending', version: 0 };
  const steps: StepRow[] = [];
  const versions: Pick<VersionRow, 'number' | 'kind'>[] = [];
  let expected: Expected = null;
  const store = (chosen: (typeof nextSteps)[number]) => {
    const row = { reportId: 'r', version: report.version, step: chosen };
    steps.push({ ...row, withinDays: null, specialist: null, speciality: null, chosenAt: new Date(0) });
    expected = { step: chosen, isUncertain: false };
  };
  for (const { kind, isOlder, chosen } of history) {
    const choice = isOlder ? undefined : chosen;
    if ((kind === 'review') !== (report.status === 'Pending')) continue;
    if (kind === 'undone') {
      // Only a review that was never changed can be undone. An older server leaves the row.
      if (versions.some(({ number }) => number === report.version)) continue;
      const at = steps.findIndex(({ version }) => version === report.version);
      if (!isOlder && at >= 0) steps.splice(at, 1);
      Object.assign(report, { status: 'Pending' });
      expected = null;
      continue;
    }
    if (kind !== 'review' && !versions.some(({ number }) => number === report.version))
      versions.push({ number: report.version, kind: 'review' });
    report.version += 1;
    report.status = kind === 'takenBack' ? 'Pending' : 'Reviewed';
    if (kind !== 'review') versions.push({ number: report.version, kind });
    if (kind === 'review' || kind === 'takenBack') expected = null;
    if (kind === 'takenBack') continue;
    const inForce = expected as Expected;
    if (choice) store(choice);
    else if (kind === 'correction' && inForce?.step !== 'goToday') expected = null;
    else if (kind === 'correction' && isOlder) expected = { step: 'goToday', isUncertain: true };
    else if (kind === 'correction' && !inForce?.isUncertain) store('goToday');
  }
  return { report, steps, versions, expected };
}

test('a step holds for its review alone, whichever servers wrote, and "go today" never ends silently', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (history) => {
      const { report, steps, versions, expected } = play(history);
      const current = findCurrentStep(report, steps, versions);
      expect(current && { step: current.step, isUncertain: current.isUncertain }).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

test('a step that replaces "go today" says so, and one of another review does not', () => {
  const row = (version: number, chosen: (typeof nextSteps)[number]) => ({
    ...{ reportId: 'r', version, step: chosen, withinDays: '14', specialist: null, speciality: null },
    chosenAt: new Date(0),
  });
  const steps = [row(1, 'goToday'), row(2, 'seeDoctor')];
  const reviewed = { status: 'Reviewed', version: 2 };
  const corrected = [
    { number: 1, kind: 'review' as const },
    { number: 2, kind: 'correction' as const },
  ];
  expect(findCurrentStep(reviewed, steps, corrected)).toMatchObject({
    step: 'seeDoctor',
    withinDays: 14,
    replacesGoToday: true,
  });
  // The first review was undone, and the second one was never changed.
  expect(findCurrentStep(reviewed, steps, [])).toMatchObject({ step: 'seeDoctor', replacesGoToday: false });
});
