/** Milliseconds that decoding may take if it is not to be stopped; the machine may be busy. */
export const patientMs = 60_000;
