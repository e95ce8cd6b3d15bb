/** The tables whose rows are in no archive, each with the reason. */
export const tablesNotExported: Record<string, string> = {
  keyring: 'keys of the clinic',
  heldSignups: 'there is no account yet, and after 30 minutes there is no row',
  codes: 'a hash that is worth ten minutes',
  passwordResets: 'a hash that is worth 30 minutes',
  loginTries: 'counters under a keyed hash',
  outbox: 'the e-mails were sent to the person, and leave after a week',
  messages: 'kept without the account; by what was typed alone nobody is known',
  idempotencyKeys:
    'keyed hashes that live for a day, and what came of forms, sealed under keys that only their browsers have',
  recoveryCodes: 'hashes that open the account',
  pendingLogins: 'a hash that is worth minutes',
  passkeyChallenges: 'a hash that is worth five minutes',
  codeTries: 'counters under a keyed hash',
  loginCeilings: 'counters under a keyed hash',
  uploadSlots:
    'what has not become a report yet; it leaves after three days, and the report is in the archive',
  uploadPieces: 'parts of such a file',
  slips: 'hashes that open an answer; the lines of the audit log say who issued them',
  reportChecks: 'codes of printed summaries, which say nothing but which version was printed',
  apiKeys:
    'keys of other programs; the lines of the audit log say who made them, and what was read with them',
  waitingKeys: 'keys that live for three days, of reports that wait in a browser and are in no table yet',
  drawingChecks: 'which reports were looked at; pageNotes has what was found',
  reportDays: 'counts of reports that name nobody but a reviewer by ID',
  checkedSentences: 'who checked the sentences of the clinic; no data about an account',
  reportReadings:
    'which state of a corrected report an expert was shown; the audit log says what they opened',
  auditSeen: 'whose reports somebody saw in a list stands in the lines of the audit log',
  leases: 'which server does what, and nobody',
  moves: 'from where to where the clinic was moved, and nobody',
  servers: 'which servers there are, and nobody',
  knownNetworks: 'keyed hashes of networks that nobody can turn back',
};
