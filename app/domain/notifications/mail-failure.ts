/** The kinds of failure of a mail server that an admin can do something about. */
const failures = {
  name: /^(EDNS|ENOTFOUND|EAI_AGAIN)$/,
  time: /^ETIMEDOUT$/,
  logIn: /^(EAUTH|53[0458])$/,
  certificate: /CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/,
  encryption: /^(ETLS|EPROTOCOL|ERR_SSL_.*)$/,
  connection: /^(ECONNREFUSED|ECONNRESET|ECONNECTION|EHOSTUNREACH|ENETUNREACH|ESOCKET|EPIPE)$/,
};
export type MailFailure = keyof typeof failures;

/**
 * Finds the kind of a failure.
 *
 * @param code the mail server's code or the error of the connection, as stored with an e-mail.
 * @returns undefined for any other reply of the mail server.
 */
export function toMailFailure(code: string): MailFailure | undefined {
  return (Object.keys(failures) as MailFailure[]).find((kind) => failures[kind].test(code));
}
