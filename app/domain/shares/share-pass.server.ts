import { Refusal } from '~/domain/kernel/refusal';
import { sameText, sign } from '~/platform/secrets/secrets.server';
import { shareMinutes } from './share-constants';

/** Builds the one refusal for a share that does not open, whatever the reason is. */
export const shareOver = () => new Refusal('notFound', 'share.over');

const passOf = (shareId: string, until: number) =>
  `${shareId}.${until}.${sign('share pass', JSON.stringify([shareId, until]))}`;

/** Creates the pass with which a browser reads an opened share for half an hour. */
export const newSharePass = (shareId: string): string => passOf(shareId, Date.now() + shareMinutes * 60_000);

/** Reads the share from a pass; undefined if the pass is wrong or has expired. */
export function readSharePass(pass: string): string | undefined {
  const [shareId = '', until = ''] = pass.split('.');
  if (!sameText(pass, passOf(shareId, Number(until))) || Number(until) <= Date.now()) return undefined;
  return shareId;
}

const holderStart = 'share ';

/** Names whoever holds a share, in the place of a viewer, in the signed links of its files. */
export const toShareHolder = (shareId: string): string => `${holderStart}${shareId}`;

/** Reads the share from the holder that a signed link names; undefined if it names an account. */
export const shareOfHolder = (name: string): string | undefined =>
  name.startsWith(holderStart) ? name.slice(holderStart.length) : undefined;
