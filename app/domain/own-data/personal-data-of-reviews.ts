import {
  archiveOwnerReason,
  exportedReason,
  notPersonalReason,
  parentReason,
} from '~/domain/kernel/archive-reasons';
import type { followUps, reviewSteps, stepChecks } from '~/platform/db/core/tables/next-steps.server';
import type {
  phrases,
  reviewDrafts,
  reviewVersions,
  translations,
} from '~/platform/db/core/tables/reports.server';
import type { unreadAnswers } from '~/platform/db/core/tables/to-tell.server';

type Row<Table extends { $inferSelect: object }> = Record<keyof Table['$inferSelect'], string>;

const unreadReason = 'the answers and the audit log say it';

/** The treatment of the columns of what doctors write, and of its next steps: see `personalData`. */
export const personalDataOfReviews = {
  translations: {
    id: notPersonalReason,
    reportId: exportedReason,
    language: exportedReason,
    review: exportedReason,
    expertId: exportedReason,
    expertFirstName: exportedReason,
    expertLastName: exportedReason,
    expertRegistration: exportedReason,
    expertCredentials: exportedReason,
    ofVersion: exportedReason,
    numbersChecked: exportedReason,
    createdAt: exportedReason,
  },
  reviewVersions: {
    id: notPersonalReason,
    reportId: exportedReason,
    number: exportedReason,
    kind: exportedReason,
    text: exportedReason,
    reasonCode: exportedReason,
    reason: exportedReason,
    language: exportedReason,
    expertId: exportedReason,
    expertFirstName: exportedReason,
    expertLastName: exportedReason,
    expertRegistration: exportedReason,
    expertCredentials: exportedReason,
    createdAt: exportedReason,
  },
  reviewSteps: {
    reportId: parentReason,
    version: exportedReason,
    step: exportedReason,
    withinDays: exportedReason,
    speciality: exportedReason,
    specialist: exportedReason,
    chosenAt: exportedReason,
  },
  followUps: {
    reportId: parentReason,
    since: exportedReason,
    dueAt: exportedReason,
    attempts: exportedReason,
    toldAt: notPersonalReason,
    reachedAt: exportedReason,
    whom: exportedReason,
    endedAt: exportedReason,
  },
  stepChecks: {
    reportId: parentReason,
    version: exportedReason,
    plannedAt: notPersonalReason,
    lastDay: exportedReason,
    remindedAt: exportedReason,
    answer: exportedReason,
    answeredAt: exportedReason,
    callSince: exportedReason,
  },
  unreadAnswers: {
    reportId: unreadReason,
    patientId: archiveOwnerReason,
    since: unreadReason,
  },
  reviewDrafts: {
    expertId: archiveOwnerReason,
    reportId: exportedReason,
    text: exportedReason,
    language: exportedReason,
    nextStep: exportedReason,
    updatedAt: exportedReason,
  },
  phrases: {
    id: notPersonalReason,
    expertId: archiveOwnerReason,
    reportType: exportedReason,
    language: exportedReason,
    text: exportedReason,
    position: exportedReason,
    isForAll: exportedReason,
  },
} as const satisfies {
  translations: Row<typeof translations>;
  reviewVersions: Row<typeof reviewVersions>;
  reviewSteps: Row<typeof reviewSteps>;
  followUps: Row<typeof followUps>;
  stepChecks: Row<typeof stepChecks>;
  unreadAnswers: Row<typeof unreadAnswers>;
  reviewDrafts: Row<typeof reviewDrafts>;
  phrases: Row<typeof phrases>;
};
