import type { Somebody } from './clinic';
import { apiRoute, callApi } from './requests';

const createCall = apiRoute('report/share');
const openCall = apiRoute('share/open');
const listCall = apiRoute('report/shares');

type Owner = Pick<Somebody, 'token'>;

/** Makes a link of reports for another doctor; `fields` replaces what is sent. */
export const createShareBy = (
  { token }: Owner,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
) => callApi(createCall, { method: 'POST', token, body: { hours: 24, ...fields }, headers });

export type MadeShare = { _id: string; token: string; url: string; passcode: string; expiresAt: string };

/** Makes a link of reports for another doctor and returns it with its passcode. */
export async function aShareOf(owner: Owner, reportIds: string[], fields: Record<string, unknown> = {}) {
  const { json } = await createShareBy(owner, { reportIds, ...fields });
  return json.data as MadeShare;
}

export const reader = { name: 'Anil Rao', registrationNumber: 'KMC 12345' };

/** Opens a link for another doctor, as one network if `network` is given. */
export const openShareBy = (
  { token, passcode }: Pick<MadeShare, 'token' | 'passcode'>,
  { network, ...fields }: { network?: string; [field: string]: unknown } = {},
) =>
  callApi(openCall, {
    method: 'POST',
    body: { token, passcode, ...reader, ...fields },
    headers: network ? { 'X-Forwarded-For': network } : {},
  });

type ListedShare = {
  _id: string;
  isOpen: boolean;
  endedBy: string | null;
  label: string | null;
  reports: { _id: string }[];
  openings: { name: string; registrationNumber: string }[];
};

/** Lists the links of an account. */
export async function listSharesOf({ token }: Owner) {
  const { json } = await callApi(listCall, { token });
  return json.data as ListedShare[];
}

/** Ends a link. */
export const endShareBy = ({ token }: Owner, shareId: string) =>
  callApi(apiRoute('report/share'), { method: 'DELETE', token, params: { shareId } });
