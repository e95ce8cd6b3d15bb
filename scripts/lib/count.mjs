// Turns what a suite left behind into passed, failed and skipped. A test is skipped only where a
// program or a version of Node that it needs is not on the machine. A suite that ends badly without
// naming a failed test counts one.
import { readFileSync } from 'node:fs';

/** One check: it passed when its program ended with 0. */
export function countCheck(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** Vitest's JSON report, and the code it ended with. */
export function countVitest(reportFile, code) {
  return count(reportFile, code, (report) => {
    const tests = report.testResults.flatMap((file) => file.assertionResults);
    const counted = (...states) => tests.filter(({ status }) => states.includes(status)).length;
    const [passed, skipped] = [counted('passed'), counted('skipped', 'pending')];
    // A file that fails to load, or in a hook around its tests, has no failed test of its own.
    const brokenFiles = report.testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    );
    return { passed, failed: tests.length - passed - skipped + brokenFiles.length, skipped };
  });
}

/** Playwright's JSON report, and the code it ended with. */
export function countPlaywright(reportFile, code) {
  return count(reportFile, code, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  }));
}

function count(reportFile, code, read) {
  let counted = { passed: 0, failed: 0 };
  try {
    counted = read(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    // No report: the suite ended before it could write one.
    return { passed: 0, failed: 1 };
  }
  const endedBadly = code !== 0 || counted.passed === 0;
  return { ...counted, failed: counted.failed || (endedBadly ? 1 : 0) };
}
