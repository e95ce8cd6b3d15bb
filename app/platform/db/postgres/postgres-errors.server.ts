import { toTrouble } from '~/platform/errors.server';

// Codes of PostgreSQL while it stops, starts or gives way to another leader, and codes of the
// network.
const goneCodes =
  /^(08\w{3}|57P0[123]|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
// Messages of the driver, which have no code.
const goneWords =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;
/** The pool has no free connection; `tooMany` is the server's code for no room. */
const exhausted = /^timeout exceeded when trying to connect$/;
const tooMany = '53300';

/** The fields of a driver's error that identify it. */
type DriverError = { code?: unknown; message?: unknown };

/** Checks whether an error means that a transaction gave way to another and may be repeated. */
export function isRepeatable(error: unknown): boolean {
  return ['40001', '40P01'].includes(String((error as DriverError | undefined)?.code));
}

/** Checks whether an error comes from the server and not from what lies between. */
const isAnswer = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test(String((error as DriverError | undefined)?.code)) && !isGone(error);

/** Checks whether an error means that no server answers. */
function isGone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as DriverError;
  return goneCodes.test(String(code)) || (code === undefined && goneWords.test(String(message)));
}

/** Checks whether no connection was made because the server did not answer in time. */
export function isLate(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: DriverError };
  return /timeout/.test(String(cause?.message));
}

/**
 * Translates an error of the driver for `toTrouble`: `DATABASE_GONE` if no server answers,
 * `DATABASE_BUSY` if every connection was in use for too long. Other errors stay.
 */
export function translateError(error: unknown): unknown {
  const { code: sqlState, message } = (error ?? {}) as DriverError;
  const isExhausted = sqlState === tooMany || exhausted.test(String(message));
  if (!isExhausted && !isGone(error)) return error;
  return makeTrouble(isExhausted ? 'DATABASE_BUSY' : 'DATABASE_GONE', error);
}

const makeTrouble = (code: string, cause: unknown) =>
  Object.assign(new Error('The database does not respond', { cause }), { code });

/**
 * Translates an error of a write. If the connection was lost during the write, nobody knows whether
 * it happened: the error then has `isUncertain`, whatever broke the connection.
 */
export function toUncertainError(error: unknown): unknown {
  if (isAnswer(error)) return error;
  return Object.assign(makeTrouble('DATABASE_GONE', error), { isUncertain: true });
}

/** Checks for a wrong user or password, a missing database or a missing permission. */
const isNotLetIn = (code: unknown) => /^(28\w{3}|3D000|42501)$/.test(String(code));
// Node's codes for certificates and for anything that is not TLS.
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|CRL_|INVALID_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/;
/** The driver's message if a server declines TLS. */
const tlsWords = 'The server does not support SSL connections';
/** PgBouncer's message about the driver's startup parameters. */
const bouncerWords = /^unsupported startup parameter/;

/**
 * Returns why a database cannot be opened, in words that an operator can act on; undefined if the
 * operator can do nothing. It contains no password, since the driver's errors hold none.
 */
export function describeObstacle(error: unknown): string | undefined {
  const { code, message, cause } = (error ?? {}) as DriverError & { cause?: DriverError };
  const reason = String(cause?.message ?? message);
  if (message === tlsWords)
    return 'its server offers no TLS, but sslmode=verify-full in DATABASE_URL requires it';
  if (tlsCodes.test(String(code)))
    return `the certificate of its server does not match DATABASE_URL, or sslrootcert does not name its CA (${reason})`;
  if (bouncerWords.test(reason))
    return `PgBouncer refused the connection (${reason}): set DATABASE_PREPARE=no`;
  return toTrouble(error) || isNotLetIn(code) ? reason : undefined;
}
