import { toPlainSymbols } from '~/domain/kernel/clinic-number';
import { Refusal } from '~/domain/kernel/refusal';
import { sign } from '~/platform/secrets/secrets.server';
import { newNamedPass, readNamedPass } from '~/platform/secrets/tokens.server';
import { shareMinutes } from './share-constants';

/** Builds the one refusal for a share that does not open, whatever the reason is. */
export const shareOver = () => new Refusal('notFound', 'share.over');

/** Hashes the passcode of a share, in any spelling, with a key of the server. */
export const hashPasscode = (shareId: string, typed: string): string =>
  sign('share passcode', JSON.stringify([shareId, toPlainSymbols(typed)]));

/** Creates the pass with which a browser reads an opened share for half an hour. */
export const newSharePass = (shareId: string): string => newNamedPass('share pass', shareId, shareMinutes);

/** Reads the share from a pass; undefined if the pass is wrong or has ended. */
export const readSharePass = (pass: string): string | undefined => readNamedPass('share pass', pass);

const holderStart = 'share ';

/** Names whoever holds a share, in the place of a viewer, in the signed links of its files. */
export const toShareHolder = (shareId: string): string => `${holderStart}${shareId}`;

/** Reads the share from the holder that a signed link names; undefined if it names an account. */
export const shareOfHolder = (name: string): string | undefined =>
  name.startsWith(holderStart) ? name.slice(holderStart.length) : undefined;
