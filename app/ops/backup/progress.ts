/**
 * How far a backup or a restore is: what it does now, and the part of that that is done, from 0 to
 * 1.
 */
export type OnProgress = (doing: 'database' | 'files' | 'verify', part: number) => void;
