export const maxQuestionLength = 1000;
export const maxAnswerLength = 2000;
export const maxLiftReasonLength = 500;

/** Days after which an unanswered question is closed. */
export const askedForDays = 14;

/** Maximum number of files of an answer. */
export const maxAddedFiles = 10;

/** Kinds that need a text, because the kind alone does not tell what is asked for. */
export const kindsWithText: readonly string[] = ['olderReport', 'detail'];
