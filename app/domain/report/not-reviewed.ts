/**
 * The columns of a review in a report that has none: a new report, or one whose review was undone
 * or taken back. Also used while a review can still be undone, for viewers who may not know about
 * it. `heldAt`, `amendedAt`, `waitsFor`, `version` and `updatedAt` are missing because each of
 * these changes treats them differently.
 */
export const noReview = {
  status: 'Pending',
  review: null,
  reviewLanguage: null,
  expertId: null,
  expertFirstName: null,
  expertLastName: null,
  expertRegistration: null,
  expertCredentials: null,
  reviewedAt: null,
  hiddenUntil: null,
  noticeId: null,
} as const;
