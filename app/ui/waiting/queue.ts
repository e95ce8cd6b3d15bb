import { Stopped } from '~/ui/connection/send';
import { sharedValue } from '~/ui/shared-value';
import { sentenceInForm } from './refusal-in-form';
import { dropFile, Refused } from './send-file';
import { hasArrived, type Progress, sendReport, wake } from './send-report';
import { isInFront, withLock } from './turns';
import { announceChange } from './waiting-flag';
import { dropWaiting, findWaiting, listWaiting, noteProgress, type WaitingReport } from './waiting-store';

/** A report as the banner shows it. */
export type Shown = Progress & Pick<WaitingReport, 'id' | 'refused'>;

const { become, useValue } = sharedValue<Shown[]>([]);

/** The reports that wait, but one that the page itself shows. */
export const useWaiting = useValue;

let shown: Shown[] = [];
function show(next: Shown[]) {
  shown = next;
  become(next);
}

const asShown = ({ id, files, refused }: WaitingReport): Shown => ({
  id,
  refused,
  isWaiting: false,
  sent: files.reduce((sum, { sent }) => sum + sent, 0),
  total: files.reduce((sum, { file }) => sum + file.size, 0),
});

type Queue = {
  owner: string;
  signal: AbortSignal;
  /** Is told that one has arrived, or that some waited too long and are gone. */
  onEvent(event: 'sent' | 'over'): void;
};

/** Sends the reports that wait, one after the other, until none is left that can be sent. */
export async function runQueue({ owner, signal, onEvent }: Queue): Promise<void> {
  const tried = new Set<string>();
  while (!signal.aborted) {
    const { reports, isOver } = await listWaiting(owner);
    if (isOver) onEvent('over');
    const behind = reports.filter(({ id }) => !isInFront(id) && !gone.has(id));
    show(behind.map((report) => shown.find(({ id }) => id === report.id) ?? asShown(report)));
    const next = behind.find(({ id, refused }) => refused === undefined && !tried.has(id));
    if (!next) return;
    tried.add(next.id);
    await withLock(next.id, async () => {
      const report = await findWaiting(next.id);
      if (report && !signal.aborted && (await sendOne(report, signal))) onEvent('sent');
    });
  }
}

/** Sends one, and says whether it has arrived. */
async function sendOne(report: WaitingReport, signal: AbortSignal): Promise<boolean> {
  const onProgress = (progress: Progress) =>
    show(shown.map((one) => (one.id === report.id ? { ...one, ...progress, refused: undefined } : one)));
  const control = thrown(report.id, signal);
  try {
    const answer = await sendReport(report, { signal: control.signal, onProgress });
    if (await hasArrived(report, answer)) {
      await dropWaiting(report);
      return true;
    }
    await setAside(report, answer.status, sentenceInForm(await answer.text()));
  } catch (error) {
    if (error instanceof Refused) await setAside(report, error.status, error.message);
    // In another tab it was thrown away.
    else if (!(error instanceof Stopped) && !control.signal.aborted) throw error;
  } finally {
    under.delete(report.id);
  }
  return false;
}

/**
 * Leaves a report that was not taken to the person. Who is not signed in any more is led to the
 * log-in, and who does too much has to wait: then it goes on from the next page.
 */
async function setAside(report: WaitingReport, status: number, refused = '') {
  show(shown.map((one) => (one.id === report.id ? { ...one, refused } : one)));
  const isLater = status < 400 || status === 401 || status === 429 || status >= 500;
  if (!isLater) await noteProgress({ ...report, refused });
}

const under = new Map<string, AbortController>();
/** What was thrown away on this page, which may be about to be sent. */
const gone = new Set<string>();

/** What ends the sending of a report when it is thrown away, or the page is over. */
function thrown(id: string, signal: AbortSignal): AbortController {
  const control = new AbortController();
  signal.addEventListener('abort', () => control.abort(signal.reason));
  under.set(id, control);
  if (gone.has(id)) control.abort();
  return control;
}

/** Tries again at once. */
export async function goOn(id: string): Promise<void> {
  const report = await findWaiting(id);
  show(shown.map((one) => (one.id === id ? { ...one, refused: undefined } : one)));
  if (report?.refused !== undefined) await noteProgress({ ...report, refused: undefined });
  announceChange();
  wake();
}

/** Throws a report away, here and what of it lies with the server. */
export async function throwAway(id: string): Promise<void> {
  gone.add(id);
  show(shown.filter((one) => one.id !== id));
  under.get(id)?.abort();
  const report = await findWaiting(id);
  if (!report) return;
  await dropWaiting(report);
  for (const file of report.files) dropFile(file, report.owner);
}
