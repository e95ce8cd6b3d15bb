// Turns the reports of a suite into counts of passed, failed and skipped tests, and lists the
// failures with the first lines of their reasons. A test is only skipped if a program or a Node
// version is missing. A suite that fails without a failed test counts as one failure.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Counts one check, which passes if its program exits with 0. */
export function countCheck(code) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** Counts Vitest's JSON report and exit code. */
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

/** Counts Playwright's JSON report and exit code. */
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
    // The suite ended before it could write a report.
    return { passed: 0, failed: 1 };
  }
  const endedBadly = code !== 0 || counted.passed === 0;
  return { ...counted, failed: counted.failed || (endedBadly ? 1 : 0) };
}
