import { setTimeout as wait } from 'node:timers/promises';
import { beginStopping, isStopping } from '~/platform/health/health.server';
import { logIncident, note } from '~/platform/observability/log.server';
import { countOpenRequests, endRequests, holdFormsBack, keepListening } from '~/web/server/listener.server';

const finishSeconds = 20;
// More than passes between a proxy's check and the form that it sends then.
const formsArriveSeconds = 0.5;

type StopOnSignalsOptions = {
  delaySeconds: number;
  stopEmails: () => void;
  close: (isLate: Promise<void>) => Promise<void>;
};

/**
 * Ends the process in order. It is no longer ready and sends no new e-mail. After SIGTERM it still
 * accepts requests for a while. Running requests are answered within 20 s, then everything is
 * closed. Ctrl-C and a second signal do not wait for new requests.
 *
 * @param delaySeconds seconds a load balancer needs to see `/readyz` and go elsewhere.
 * @param stopEmails stops the e-mails, and other work that is not for a request.
 * @param close closes everything.
 */
export function stopOnSignals({ delaySeconds, stopEmails, close }: StopOnSignalsOptions): void {
  const hurry = new AbortController();
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping()) return hurry.abort();
    const since = performance.now();
    beginStopping();
    note('server.stopping', { signal, openRequests: countOpenRequests() });
    stopEmails();
    if (signal === 'SIGTERM') await takeLastRequests(delaySeconds, hurry.signal);
    const isLate = new Promise<void>((resolve) => {
      setTimeout(resolve, finishSeconds * 1000).unref();
    });
    // A turn later, when `remix-serve` has closed its server on the same signal.
    await new Promise(setImmediate);
    const cutOff = await endRequests(finishSeconds);
    await close(isLate);
    note('server.stopped', { signal, ms: Math.round(performance.now() - since), cutOff });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logIncident('stop', error);
        process.exit(1);
      });
    });
  }
}

/**
 * Keeps listening, and reporting that it is not ready, for this many seconds or until `hurry`. Near
 * the end a proxy is kept from sending more forms.
 */
async function takeLastRequests(seconds: number, hurry: AbortSignal) {
  const letClose = keepListening();
  const waitUnlessHurried = (waitSeconds: number) =>
    wait(Math.max(0, waitSeconds) * 1000, undefined, { signal: hurry }).catch(() => undefined);
  await waitUnlessHurried(seconds - formsArriveSeconds);
  holdFormsBack();
  await waitUnlessHurried(Math.min(seconds, formsArriveSeconds));
  letClose();
}
