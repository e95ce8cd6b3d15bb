export const maxWithinDays = 365;
export const maxSpecialityLength = 60;
/** Minimum length of a review that sends its patient to a doctor today. */
export const minGoTodayLength = 40;
export const maxWhomLength = 100;
export const maxCheckerLength = 100;
