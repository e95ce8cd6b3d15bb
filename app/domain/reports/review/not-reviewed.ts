/** What stands in a report that nobody has reviewed, or whose review is taken back. */
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
