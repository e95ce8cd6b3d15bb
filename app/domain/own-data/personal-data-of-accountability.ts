import { archiveOwnerReason, exportedReason, notPersonalReason } from '~/domain/kernel/archive-reasons';
import type {
  complaints,
  noticesSeen,
  registrationChecks,
} from '~/platform/db/core/tables/accountability.server';

type Row<Table extends { $inferSelect: object }> = Record<keyof Table['$inferSelect'], string>;

/** The treatment of the columns of registrations, notices and complaints: see `personalData`. */
export const personalDataOfAccountability = {
  complaints: {
    id: notPersonalReason,
    number: exportedReason,
    userId: archiveOwnerReason,
    topic: exportedReason,
    name: exportedReason,
    email: exportedReason,
    phone: exportedReason,
    about: exportedReason,
    text: exportedReason,
    language: exportedReason,
    createdAt: exportedReason,
    dueDay: exportedReason,
    answer: exportedReason,
    answeredAt: exportedReason,
    answeredBy: 'who answered stands in the lines of the audit log',
  },
  registrationChecks: {
    id: notPersonalReason,
    userId: archiveOwnerReason,
    checkedAt: exportedReason,
    checkedBy: 'who checked stands in the lines of the audit log',
    registrationNumber: exportedReason,
    council: exportedReason,
    qualification: exportedReason,
    method: exportedReason,
    noNumberReason: exportedReason,
    validUntil: exportedReason,
    extendedUntil: exportedReason,
    extensionReason: exportedReason,
    endToldAt: exportedReason,
  },
  noticesSeen: {
    userId: archiveOwnerReason,
    version: exportedReason,
    language: exportedReason,
    seenAt: exportedReason,
  },
} as const satisfies {
  complaints: Row<typeof complaints>;
  registrationChecks: Row<typeof registrationChecks>;
  noticesSeen: Row<typeof noticesSeen>;
};
