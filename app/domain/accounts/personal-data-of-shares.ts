import {
  archiveOwnerReason,
  exportedReason,
  notPersonalReason,
  parentReason,
} from '~/domain/kernel/archive-reasons';
import type { shareOpenings, shareReports, shares } from '~/platform/db/core/tables/shares.server';

type Row<Table extends { $inferSelect: object }> = Record<keyof Table['$inferSelect'], string>;

/** The treatment of the columns of shares: see `personalData`. */
export const personalDataOfShares = {
  shares: {
    id: notPersonalReason,
    tokenHash: notPersonalReason,
    userId: archiveOwnerReason,
    passcodeHash: notPersonalReason,
    tries: exportedReason,
    label: exportedReason,
    createdAt: exportedReason,
    expiresAt: exportedReason,
    endedAt: exportedReason,
    endedBy: exportedReason,
  },
  shareReports: {
    shareId: parentReason,
    reportId: exportedReason,
  },
  shareOpenings: {
    openingId: notPersonalReason,
    reportId: exportedReason,
    shareId: parentReason,
    at: exportedReason,
    name: exportedReason,
    registrationNumber: exportedReason,
  },
} as const satisfies {
  shares: Row<typeof shares>;
  shareReports: Row<typeof shareReports>;
  shareOpenings: Row<typeof shareOpenings>;
};
