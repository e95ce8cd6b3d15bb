import { toPlainSymbols } from '~/domain/kernel/clinic-number';
import { sign } from '~/platform/secrets/secrets.server';

/** Hashes the passcode of a share, in any spelling, with a key of the server. */
export const hashPasscode = (shareId: string, typed: string): string =>
  sign('share passcode', JSON.stringify([shareId, toPlainSymbols(typed)]));
