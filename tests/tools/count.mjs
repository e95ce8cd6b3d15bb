// Turns what a suite left behind into passed, failed and skipped, and names what failed with the
// first lines of why. A test is skipped only where a program or a version of Node that it needs is
// not on the machine. A suite that ends badly without naming a failed test counts one.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

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
    const failures = report.testResults.flatMap((file) => failuresOfFile(file, brokenFiles.includes(file)));
    return { passed, failed: tests.length - passed - skipped + brokenFiles.length, skipped, failures };
  });
}

function failuresOfFile({ name, message, assertionResults }, isBroken) {
  const path = relative(process.cwd(), name);
  if (isBroken) return [failureOf([path], message)];
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [why] }) => failureOf([path, fullName], why));
}

/** Playwright's JSON report, and the code it ended with. */
export function countPlaywright(reportFile, code) {
  return count(reportFile, code, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: [...errors.map(({ message }) => failureOf([], message)), ...suites.flatMap(failuresOfSuite)],
  }));
}

function failuresOfSuite({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  const failures = failed.map(({ file, title, tests }) =>
    failureOf(
      [file, title],
      tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
    ),
  );
  return [...failures, ...suites.flatMap(failuresOfSuite)];
}

const linesOfWhy = 12;

const failureOf = (where, why = '') => ({
  where: where.join(' > '),
  why: stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => !/node_modules|<anonymous>/.test(line))
    .slice(0, linesOfWhy),
});

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
