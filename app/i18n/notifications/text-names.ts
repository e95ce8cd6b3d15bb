/**
 * The texts to phones. Each has a number, under which an operator may have registered it, and says
 * only that something waits. `Today` is for what a patient has to read on the same day.
 */
export const textNames = ['answer', 'answerToday', 'reminder', 'reminderToday', 'question', 'alert'] as const;
export type TextName = (typeof textNames)[number];

/** The values of a text: the number of reports of an alert. */
export type TextParams = { count?: number };
