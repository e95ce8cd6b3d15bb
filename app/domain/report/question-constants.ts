export const maxQuestionLength = 1000;
export const maxAnswerLength = 2000;
export const maxLiftReasonLength = 500;

/** How many files an answer may have. */
export const mostAddedFiles = 10;

/** Of these the kind alone does not say what is wanted. */
export const kindsWithText: readonly string[] = ['olderReport', 'detail'];
