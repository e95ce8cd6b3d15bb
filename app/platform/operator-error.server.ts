/**
 * Something the operator can mend, said in a sentence: its message is printed as it is, so it names
 * settings, paths and counts, and nothing of a person. Every other error is an incident.
 */
export class OperatorError extends Error {}
