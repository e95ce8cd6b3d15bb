import { troubleOf } from '~/platform/errors.server';

// What PostgreSQL says while it stops, starts or gives way to another leader; and what the network
// says.
const goneCodes =
  /^(08\w{3}|57P0[123]|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
// The driver's own words, which come without a code.
const goneWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;
/** The pool's own, and the server's, which has no room for one more. */
const exhausted = /^timeout exceeded when trying to connect$/;
const tooMany = '53300';

/** An error of the driver, as far as it says what it is. */
type DriverError = { code?: unknown; message?: unknown };

/** Whether an error says that a transaction gave way to another one, and may be run again. */
export function isRepeatable(error: unknown): boolean {
  return ['40001', '40P01'].includes(String((error as DriverError | undefined)?.code));
}

/** Whether an error was said by the server, and not by what is between. */
const isAnswer = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as DriverError | undefined)?.code)) && !isGone(error);

/** Whether an error says that there is no server at the other end. */
function isGone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  return goneCodes.test(String(code)) || (code === undefined && goneWords.test(String(message)));
}

/** Whether no connection was made because nobody answered in time. */
export function isLate(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: DriverError };
  return /timeout/.test(String(cause?.message));
}

/**
 * An error of the driver as `troubleOf` knows it: `DATABASE_GONE` where no server answers,
 * `DATABASE_BUSY` where every connection was in use for too long; any other as it is.
 */
export function translated(error: unknown): unknown {
  const { code: said, message } = (error ?? {}) as DriverError;
  const isExhausted = said === tooMany || exhausted.test(String(message));
  if (!isExhausted && !isGone(error)) return error;
  return trouble(isExhausted ? 'DATABASE_BUSY' : 'DATABASE_GONE', error);
}

const trouble = (code: string, cause: unknown) =>
  Object.assign(new Error('The database does not answer', { cause }), { code });

/**
 * An error of a write. Where the connection was lost while the write was on its way, nobody knows
 * whether it was done: then it has `isUncertain`, whatever the line broke with.
 */
export function uncertain(error: unknown): unknown {
  if (isAnswer(error)) return error;
  return Object.assign(trouble('DATABASE_GONE', error), { isUncertain: true });
}

/** A wrong user or password, no such database, and what a user may not do. */
const isNotLetIn = (code: unknown) => /^(28\w{3}|3D000|42501)$/.test(String(code));
// What Node says of a certificate, and of what is no TLS.
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|CRL_|INVALID_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/;
/** The driver's own, of a server that answers "no" when it is asked for TLS. */
const tlsWords = 'The server does not support SSL connections';
/** What a PgBouncer says of what the driver sends at the beginning. */
const bouncerWords = /^unsupported startup parameter/;

/**
 * Why a database cannot be opened, as an operator can mend it; undefined where an error is no
 * matter of theirs. It names no password: the driver's errors hold none.
 */
export function obstacleOf(error: unknown): string | undefined {
  const { code, message, cause } = (error ?? {}) as DriverError & { cause?: DriverError };
  const said = String(cause?.message ?? message);
  if (message === tlsWords)
    return 'its server offers no TLS, and sslmode=verify-full in DATABASE_URL asks for it';
  if (tlsCodes.test(String(code)))
    return `its server is not who DATABASE_URL says, or sslrootcert does not name its CA (${said})`;
  if (bouncerWords.test(said)) return `a PgBouncer refused it (${said}): set DATABASE_PREPARE=no`;
  return troubleOf(error) || isNotLetIn(code) ? said : undefined;
}
