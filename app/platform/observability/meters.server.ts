import type { Counter, Histogram, Registry } from 'prom-client';
import { phoneChannels } from '~/platform/enums';

/** Meters that count events as they happen. */
export type Meters = {
  requests: Counter<'route' | 'method' | 'status'>;
  seconds: Histogram<'route' | 'method'>;
  uploads: Counter<'operation' | 'outcome'>;
  emails: Counter<'outcome'>;
  texts: Counter<'channel' | 'outcome'>;
  logins: Counter<'step'>;
  refusals: Counter<'reason'>;
};

export const emailOutcomes = ['sent', 'delayed', 'given up', 'too late'] as const;
/** `repeated`: handed over again because a process ended while it sent the text. */
export const textOutcomes = ['sent', 'delayed', 'undelivered', 'repeated'] as const;
export const loginSteps = ['password', 'second factor', 'passkey'] as const;

/** Creates the meters. The caller passes the library, since only a measured server loads it. */
export function makeMeters({ Counter, Histogram }: typeof import('prom-client'), registry: Registry): Meters {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `secondlook_${name}`, help, labelNames, registers });
  const meters: Meters = {
    requests: counter('requests_total', 'Answered requests.', 'route', 'method', 'status'),
    seconds: new Histogram({
      name: 'secondlook_request_seconds',
      help: 'Seconds from the first line of a request to the end of its response.',
      labelNames: ['route', 'method'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
      registers,
    }),
    uploads: counter('uploads_total', 'Received files, by outcome.', 'operation', 'outcome'),
    emails: counter(
      'emails_total',
      'E-mails, by outcome: sent, delayed (counted for each failed attempt), given up, or too late to be useful.',
      'outcome',
    ),
    texts: counter(
      'texts_total',
      'Texts to phones, by channel and outcome: sent, delayed (counted for each failed attempt), undelivered, or repeated after a process ended while it sent one.',
      'channel',
      'outcome',
    ),
    logins: counter(
      'failed_logins_total',
      'Wrong passwords, wrong second-factor codes and refused passkeys.',
      'step',
    ),
    refusals: counter(
      'decoder_refusals_total',
      'Files and pages that the decoder could not render, by reason.',
      'reason',
    ),
  };
  // A rate needs a zero before the first event.
  for (const outcome of emailOutcomes) meters.emails.inc({ outcome }, 0);
  for (const channel of phoneChannels)
    for (const outcome of textOutcomes) meters.texts.inc({ channel, outcome }, 0);
  for (const step of loginSteps) meters.logins.inc({ step }, 0);
  for (const reason of ['tooSlow', 'busy']) meters.refusals.inc({ reason }, 0);
  return meters;
}
