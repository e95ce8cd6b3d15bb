import type { reports } from '~/platform/db/tables';
import type { Door } from '../operation';

export const maskedName = '******';
export const maskedPhone = '**********';

type Person = { id: string; firstName: string; lastName: string; email: string };
type Row = Omit<
  typeof reports.$inferSelect,
  'review' | 'expertId' | 'expertFirstName' | 'expertLastName' | 'reviewedAt'
> &
  Partial<
    Pick<
      typeof reports.$inferSelect,
      'review' | 'expertId' | 'expertFirstName' | 'expertLastName' | 'reviewedAt'
    >
  >;

/** The path of a report's file (decisions: API). */
export function filePathOf({ id, resourceType }: { id: string; resourceType: 'raw' | 'image' }) {
  return `/files/${resourceType}/${id}`;
}

/**
 * A report as the outside sees it (decisions: API).
 * In: the row, its patient, and the door whose links it gets. Out: the public shape; times are ISO 8601 UTC.
 */
export function presentReport(row: Row, patient: Person, door: Pick<Door, 'linkTo'>) {
  return {
    _id: row.id,
    reportType: row.reportType,
    reportUrl: door.linkTo(filePathOf(row)) as string | null,
    thumbnailUrl: row.thumbnailName ? (door.linkTo(`/files/thumbnail/${row.id}`) as string | null) : null,
    resourceType: row.resourceType,
    pages: row.pages as number | null,
    description: row.description,
    phoneNumber: row.phoneNumber,
    status: row.status,
    review: row.review ?? null,
    patient: {
      _id: patient.id as string | null,
      firstName: patient.firstName,
      lastName: patient.lastName,
      email: patient.email as string | null,
    },
    expert: row.expertId
      ? { _id: row.expertId, firstName: row.expertFirstName ?? '', lastName: row.expertLastName ?? '' }
      : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  };
}

export type PublicReport = ReturnType<typeof presentReport>;

/**
 * A report as an expert who is not approved sees it: no name, phone, description, e-mail or file (specification §6, decisions:
 * Who may do what). What is hidden is not in the result.
 */
export function maskReport(report: PublicReport): PublicReport {
  return {
    ...report,
    reportUrl: null,
    thumbnailUrl: null,
    pages: null,
    description: null,
    phoneNumber: maskedPhone,
    patient: { _id: null, firstName: maskedName, lastName: '', email: null },
  };
}
