/** The hours within which a report should have its review, if an admin has set no others. */
export const defaultTargetHours = 48;

export const maxTargetHours = 720;

/** Minutes for which an admin may quieten the messages of alerts. */
export const quietMinutes = 60;

/** Hours after which the same admin may do so again. */
export const quietAgainHours = 24;

/** Minutes after which a rung that was not raised is an alarm. */
export const lateAfterMinutes = 5;
