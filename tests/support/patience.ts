/**
 * So many milliseconds a file may take to be decoded where it is not to be stopped: the machine may
 * have other things to do.
 */
export const patientMs = 60_000;
