/**
 * Receives the progress of a backup or a restore: the current step, and its completed part, from 0
 * to 1.
 */
export type OnProgress = (doing: 'database' | 'files' | 'verify', part: number) => void;
