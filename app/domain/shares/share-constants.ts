/** Maximum number of reports in a share. */
export const maxShareReports = 20;
export const minShareHours = 1;
export const maxShareHours = 720;
/** The longest lifetime in hours that needs no password. */
export const maxHoursWithoutProof = 24;
/** The lifetimes in hours that the page offers. */
export const shareHourChoices = ['1', '24', '168', '720'] as const;
export const maxShareLabel = 60;
/** Wrong passcodes, from all networks together, that end a share. */
export const maxShareTries = 20;
/** Minutes for which an opened share is shown. */
export const shareMinutes = 30;
export const maxReaderName = 80;
export const maxReaderRegistration = 40;
