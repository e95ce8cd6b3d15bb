import { ask } from '../faults/support/calls.ts';
import { hashOf } from '../faults/support/files.ts';

/** The log-in data of a demo account. */
export type Login = { accountType: string; isApproved: boolean; email: string; password: string };

type Listed = {
  _id: string;
  reportUrl: string | null;
  thumbnailUrl: string | null;
  queue?: unknown;
  pageNotes?: unknown;
};

/**
 * Removes what each version computes when a report is read: its place in the queue and the visible
 * page notes. The notes themselves are compared as rows.
 */
const storedOf = <Report extends Listed>({ queue: _place, pageNotes: _notes, ...report }: Report) => report;

/** Strips host and signature from a URL, as they differ between starts. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/https?:\/\/127\.0\.0\.1:\d+(\/[^"?]*)(?:\?[^"]*)?/g, '$1'));

/**
 * Reads everything that a clinic shows through its API: every report as its patient and as the
 * admin, every demo user, and all their files, by SHA-256.
 */
export async function readEverything(url: string, people: Login[]) {
  const api = `${url}/api/v1`;
  const reports = new Map<string, unknown>();
  const users = new Map<string, unknown>();
  const files = new Map<string, unknown>();

  async function addFile(address: string | null) {
    if (!address) return;
    const { status, bytes } = await ask(address);
    files.set(new URL(address).pathname, status === 200 ? hashOf(bytes) : `answered with ${status}`);
  }

  async function addReports(whose: string, path: string, token: string) {
    for (let page = 1; ; page += 1) {
      const { status, json } = await ask(`${api}/${path}?page=${page}&limit=100`, { token });
      if (status !== 200) throw new Error(`${path} answered ${status}: ${json?.message}`);
      for (const report of json.data as Listed[]) {
        reports.set(`${report._id} (${whose})`, plain(storedOf(report)));
        await addFile(report.reportUrl);
        await addFile(report.thumbnailUrl);
      }
      if (json.data.length < 100) return;
    }
  }

  for (const { email, password, accountType } of people) {
    const { status, json } = await ask(`${api}/auth/login`, { method: 'POST', body: { email, password } });
    if (status !== 200) throw new Error(`${email} could not log in: ${status} ${json?.message}`);
    const { user, token } = json;
    users.set(email, plain(user));
    // Each version draws initials anew; a picture with a tag is stored.
    if (/\/files\/picture\/[^/?]+\/[^/?]+/.test(user.image ?? '')) await addFile(user.image);
    if (accountType === 'Patient')
      await addReports('patient', `report/get-report-by-patientId/${user._id}`, token);
    if (accountType !== 'Admin') continue;
    await addReports('admin, pending', 'report/get-pending-reports', token);
    await addReports('admin, reviewed', 'report/get-all-reviewed-reports', token);
    for (const list of ['get-pending-expert', 'get-approved-expert']) {
      const experts = await ask(`${api}/expert/${list}?limit=100`, { token });
      for (const expert of experts.json.data) users.set(`${expert._id} (${list})`, plain(expert));
    }
  }
  return { reports, users, files };
}
