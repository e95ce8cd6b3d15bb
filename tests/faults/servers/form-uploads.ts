import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sent } from '../../failover/support/load.ts';
import { type Answer, ask, reportForm, reportsOf } from '../support/calls.ts';
import type { Member } from '../support/clinic.ts';
import { smallReport } from '../support/files.ts';
import { logInOn, ofPage, reportFields } from './page-forms.ts';

const pauseMs = 250;
const limitMs = 120_000;
const formPath = '/dashboard/upload-report';

/**
 * Logs a patient in on the page and uploads reports by the form until stopped. A form that fails is
 * sent again unchanged, with its keys, until the server accepts it.
 *
 * @returns The uploads accepted so far, and `stop`, which waits for the current form.
 */
export function startFormUploads(url: string, patient: Member) {
  const acceptedUploads: Omit<Sent, 'id' | 'path'>[] = [];
  const failed: number[] = [];
  let isOver = false;

  async function untilIs(status: number, call: () => Promise<Answer>) {
    const until = performance.now() + limitMs;
    for (let tries = 1; ; tries += 1) {
      const answer = await call().catch(() => undefined);
      if (answer?.status === status) return { answer, tries };
      failed.push(answer?.status ?? 0);
      if (performance.now() > until)
        throw new Error(`A form answered ${answer?.status}: ${answer?.bytes.subarray(0, 2000)}`);
      await sleep(pauseMs);
    }
  }

  const working = (async () => {
    const cookie = await logInOn(
      url,
      patient.email,
      async (status, call) => (await untilIs(status, call)).answer,
    );
    for (let count = 0; !isOver; count += 1) {
      const { answer: page } = await untilIs(200, () => ask(`${url}${formPath}`, { headers: { cookie } }));
      const key = randomBytes(8).toString('hex');
      const kind = count % 2 ? 'jpg' : 'pdf';
      const [name, content] = [`r.${kind}`, smallReport(key, kind)];
      const description = `By form, ${key}`;
      const { headers, body } = reportForm(name, content, reportFields(page, description));
      const { tries } = await untilIs(302, () =>
        ask(`${url}${formPath}`, { method: 'POST', headers: { ...headers, ...ofPage(url, cookie) }, body }),
      );
      acceptedUploads.push({ url, key, patient, description, name, content, tries });
    }
  })();
  return {
    failed,
    /** Stops, and returns the accepted uploads with the IDs from the patient's list. */
    async stop(): Promise<Sent[]> {
      isOver = true;
      await working;
      const listed = new Map((await reportsOf(url, patient)).map((report) => [report.description, report]));
      return acceptedUploads.map((sent) => {
        const id = listed.get(sent.description)?._id ?? `not there: ${sent.description}`;
        return { ...sent, id, path: `/files/${sent.name.endsWith('pdf') ? 'raw' : 'image'}/${id}` };
      });
    },
  };
}
