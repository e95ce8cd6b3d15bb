import type { reports } from '~/platform/db/core/tables/reports.server';

/** The report as its own rules left it, which `model.ts` checks. */
export type ReportRow = Pick<
  typeof reports.$inferSelect,
  'status' | 'urgentAt' | 'claimedBy' | 'claimedUntil' | 'hiddenUntil' | 'waitsFor' | 'takenBackAt'
>;

/**
 * The alert of one urgent report by the rules (docs/requirements.md#running), kept beside the real one.
 * Times are in minutes of the model's own clock.
 */
export type AlertModel = {
  now: number;
  quietUntil: number;
  alert: null | {
    since: number;
    rung: number;
    lastRaisedAt: number;
    isEnded: boolean;
    acknowledgedBy: string | null;
    isPatientTold: boolean;
  };
  /** The number of notifications about the report to each, however they are bundled. */
  told: { doctor: number; desk: number; patient: number };
};

export const newAlertModel = (): AlertModel => ({
  now: 0,
  quietUntil: 0,
  alert: null,
  told: { doctor: 0, desk: 0, patient: 0 },
});

const minutesOfRungs = [0, 15, 30];
const lastRung = 2;
const repeatMinutes = 120;

export const isQuiet = ({ now, quietUntil }: AlertModel) => now < quietUntil;

/** Raises the alert with the mark of the report. */
export function raise(model: AlertModel, wasUrgent: boolean) {
  if (wasUrgent || model.alert) return;
  const { now } = model;
  const rung = isQuiet(model) ? -1 : 0;
  model.alert = {
    ...{ since: now, rung, lastRaisedAt: now },
    ...{ isEnded: false, acknowledgedBy: null, isPatientTold: false },
  };
  if (rung === 0) model.told.doctor += 1;
}

/** Runs the job. `report` is the real one, `urgentSince` the model's time of a mark without alert. */
export function runJob(model: AlertModel, report: ReportRow, urgentSince: number) {
  const { status, hiddenUntil } = report;
  const isOver = status === 'Withdrawn' || (status === 'Reviewed' && Number(hiddenUntil) <= Date.now());
  if (model.alert && isOver) Object.assign(model.alert, { isEnded: true, acknowledgedBy: null });
  if (status !== 'Pending' || report.urgentAt === null) return;
  model.alert ??= {
    ...{ since: urgentSince, rung: -1, lastRaisedAt: 0 },
    ...{ isEnded: false, acknowledgedBy: null, isPatientTold: false },
  };
  const { alert } = model;
  if (alert.isEnded) Object.assign(alert, { isEnded: false, rung: -1, isPatientTold: false });
  if (report.claimedBy !== null && Number(report.claimedUntil) > Date.now()) {
    if (alert.acknowledgedBy !== report.claimedBy) alert.isPatientTold = false;
    alert.acknowledgedBy = report.claimedBy;
    return;
  }
  alert.acknowledgedBy = null;
  if (!isQuiet(model)) climbDue(model, alert, report);
}

function climbDue(model: AlertModel, alert: NonNullable<AlertModel['alert']>, report: ReportRow) {
  const waited = model.now - alert.since;
  const before = alert.rung;
  const due = minutesOfRungs.filter((minutes) => minutes <= waited).length - 1;
  if (due > alert.rung) alert.rung = due;
  else if (alert.rung >= lastRung && model.now - alert.lastRaisedAt >= repeatMinutes) alert.rung += 1;
  if (alert.rung > before) {
    alert.lastRaisedAt = model.now;
    if (before < lastRung - 1) model.told.doctor += 1;
    if (alert.rung >= lastRung) model.told.desk += 1;
  }
  if (!alert.isPatientTold && waited >= 30 && report.waitsFor === null && report.takenBackAt === null) {
    alert.isPatientTold = true;
    model.told.patient += 1;
  }
}
