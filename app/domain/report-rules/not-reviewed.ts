/**
 * The columns of a review, as they stand in a report that has none: a new one, one whose review is
 * undone or taken back, and one whose review can still be undone, for everybody who may not know of
 * it. `heldAt`, `amendedAt`, `waitsFor`, `version` and `updatedAt` are not among them: each of these
 * changes treats them in its own way.
 */
export const notReviewed = {
  status: 'Pending',
  review: null,
  reviewLanguage: null,
  expertId: null,
  expertFirstName: null,
  expertLastName: null,
  expertRegistration: null,
  reviewedAt: null,
  hiddenUntil: null,
  noticeId: null,
} as const;
