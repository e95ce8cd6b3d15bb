import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { longWaitHours } from '~/domain/report/report-constants';
import { startJobs } from '~/platform/health/jobs.server';
import { countDecoderRefusal, countRequest, countUpload } from '~/platform/health/metrics.server';
import { projectRoot } from '~/platform/project-root.server';
import { runChecker } from '../../support/checker';
import { clinicForFile } from '../../support/clinic-for-file';
import { openClinicMetrics } from '../../support/metrics';
import { isThere } from '../../tools/programs/apt.mjs';

const read = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');

type Rule = { alert: string; expr: string };
type Step = { value: number | null; color: string };
type Panel = {
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
  fieldConfig?: { defaults: { unit?: string; thresholds: { steps: Step[] } } };
};

const rules = (parse(read('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const panels = (JSON.parse(read('deploy/grafana.json')) as { panels: Panel[] }).panels;
const graphs = panels.filter(({ type }) => type !== 'row');
const queries = [
  ...rules.map(({ alert, expr }) => ({ from: alert, expr, legend: '' })),
  ...graphs.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ from: title, expr, legend: legendFormat })),
  ),
];

type Labels = Record<string, string>;
type Series = { name: string; labels: Labels };

/** Parses the series of an answer of `/metrics`. */
const parseSeries = (text: string): Series[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]),
    ),
  }));

/** Prometheus and its blackbox exporter make these series and labels. */
const isOfPrometheus = (name: string) => name === 'up' || name.startsWith('probe_');
const labelsOfPrometheus = ['job', 'instance'];

const matchers: Record<string, (value: string, pattern: string) => boolean> = {
  '=': (value, pattern) => value === pattern,
  '!=': (value, pattern) => value !== pattern,
  '=~': (value, pattern) => new RegExp(`^(?:${pattern})$`).test(value),
  '!~': (value, pattern) => !new RegExp(`^(?:${pattern})$`).test(value),
};

/** Lists the selectors of an expression: a name of a metric, and the conditions on its labels. */
const selectorsOf = (expr: string) =>
  [...expr.matchAll(/\b((?:secondlook|nodejs|process|probe)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([selector, name = '', conditions = '']) => ({
      selector,
      name,
      conditions: [...conditions.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
        ([, label = '', operator = '', pattern = '']) => ({ label, operator, pattern }),
      ),
    }),
  );

/** Lists the labels that an expression or a legend names besides those of its selectors. */
const labelsOf = ({ expr, legend }: { expr: string; legend: string }) => [
  ...[...expr.matchAll(/\b(?:by|without|ignoring)\s*\(([\w, ]+)\)/g)].flatMap(([, labels = '']) =>
    labels.split(/, */),
  ),
  ...[...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
];

let served: Series[];
clinicForFile();
beforeAll(async () => {
  const metrics = await openClinicMetrics();
  const jobs = startJobs([{ name: 'purge', everyMs: 3_600_000, run: async () => undefined }]);
  countRequest({ route: () => '/', method: 'GET', status: 500, ms: 1 });
  countUpload('report.upload', true);
  countDecoderRefusal('truncated');
  served = parseSeries(await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text());
  metrics.close();
  await jobs.stop();
});

describe('every expression of the alerts and of the dashboard', () => {
  /** Lists the selectors that no served series fulfils. */
  const findUnserved = (expr: string) =>
    selectorsOf(expr)
      .filter(({ name }) => !isOfPrometheus(name))
      .filter(({ name, conditions }) => {
        const isFulfilled = ({ labels }: Series) =>
          conditions.every(
            ({ label, operator, pattern }) =>
              labelsOfPrometheus.includes(label) || matchers[operator]?.(labels[label] ?? '', pattern),
          );
        return !served.some((series) => series.name === name && isFulfilled(series));
      })
      .map(({ selector }) => selector);

  test.each(queries)('finds its series on /metrics: $from: $expr', ({ expr }) => {
    expect(selectorsOf(expr).length).toBeGreaterThan(0);
    expect(findUnserved(expr)).toEqual([]);
  });

  test('would be reported if a metric, a label or a value were gone', () => {
    for (const expr of [
      'secondlook_gone',
      'up + secondlook_queue_length{queue="gone"}',
      'secondlook_emails_total{state="sent"}',
    ])
      expect(findUnserved(expr).length).toBe(1);
  });

  test('names only labels that its series have', () => {
    const madeHere = ['class'];
    const knownLabels = new Set([
      ...served.flatMap(({ labels }) => Object.keys(labels)),
      ...labelsOfPrometheus,
      ...madeHere,
    ]);
    const named = queries.flatMap(labelsOf);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((label) => !knownLabels.has(label))).toEqual([]);
  });

  test.skipIf(!isThere('promtool'))('is understood by Prometheus', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    const check = (exprs: string[]) => {
      const records = exprs.map((expr, at) => ({ record: `panel:${at}`, expr }));
      const file = join(folder, 'rules.yml');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
      return runChecker('promtool', 'check', 'rules', '--lint=none', file);
    };
    const exprs = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(check(exprs)).toEqual([0, '']);
    expect(check(['sum(up'])[0]).not.toBe(0);
  });
});

describe('the dashboard', () => {
  test('has a title, a sentence and a unit on each panel, and no panel over another', () => {
    expect(graphs.length).toBeGreaterThan(20);
    for (const { title, description, fieldConfig } of graphs) {
      expect(description, title).toMatch(/^[A-Z0-9].*\.$/);
      expect(fieldConfig?.defaults.unit, title).toBeTruthy();
    }
    expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
    for (const { title, gridPos } of panels) expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
  });

  test('changes its colours where an alert fires', () => {
    const inAlerts = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/[<>]=? ([\d.]+)/g)].map(([, value]) => Number(value)),
    );
    // A daily backup that is two hours late, and a long wait on the page of an admin.
    expect(rules.find(({ alert }) => alert === 'SecondLookBackupMissing')?.expr).toContain('+ 7200');
    const knownSteps = new Set([...inAlerts, 86_400 + 7200, longWaitHours * 3600, 1]);
    const steps = graphs.flatMap(({ title, fieldConfig }) =>
      (fieldConfig?.defaults.thresholds.steps ?? []).flatMap(({ value }) =>
        value === null ? [] : [{ title, value }],
      ),
    );
    expect(steps.length).toBeGreaterThan(15);
    expect(steps.filter(({ value }) => !knownSteps.has(value))).toEqual([]);
  });
});
