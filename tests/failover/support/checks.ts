import { ask, reportsOf, review, upload } from '../../faults/support/calls.ts';
import type { Clinic } from '../../faults/support/clinic.ts';
import { hashOf } from '../../faults/support/files.ts';
import type { Ledger } from './load.ts';

/** A check: its description and the findings against it. */
export type Check = { claim: string; against: string[] };

/**
 * Expects what a clinic has acknowledged: every upload exists once with its bytes, and every review
 * with its text.
 */
export async function checkAcknowledged(urls: string[], clinic: Clinic, ledger: Ledger): Promise<Check[]> {
  const checks: Check[] = [];
  for (const url of urls) {
    const listed = (await Promise.all(clinic.patients.map((patient) => reportsOf(url, patient)))).flat();
    const byId = new Map(listed.map((report) => [report._id, report]));
    const acknowledged = new Set(ledger.uploads.map(({ id }) => id));
    checks.push(
      {
        claim: `every upload is listed at ${url}`,
        against: ledger.uploads
          .filter(({ id, description }) => byId.get(id)?.description !== description)
          .map(({ id }) => id),
      },
      {
        claim: `no report is listed at ${url} that was not acknowledged, and none twice`,
        against: [
          ...listed.map(({ _id }) => _id).filter((id) => !acknowledged.has(id)),
          ...repeated(listed.map(({ description }) => description)),
        ],
      },
      {
        claim: `every review is listed at ${url} with its words`,
        against: ledger.reviews
          .filter(({ id, text }) => byId.get(id)?.review !== text || byId.get(id)?.status !== 'Reviewed')
          .map(({ id }) => id),
      },
    );
  }
  checks.push({
    claim: 'every file opens with the bytes that were sent',
    against: await damagedFiles(urls, ledger),
  });
  return checks;
}

/** Lists the files that another server than their own opens with other bytes or not at all. */
async function damagedFiles(urls: string[], { uploads }: Ledger) {
  const damaged: string[] = [];
  const remaining = [...uploads];
  const open = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) {
      const { url: taker, path, patient } = next;
      const otherUrl = urls.find((url) => url !== taker) ?? taker;
      const { status, bytes } = await ask(otherUrl + path, { token: patient.token });
      if (status !== 200 || hashOf(bytes) !== hashOf(next.content)) damaged.push(`${next.id} ${status}`);
    }
  };
  await Promise.all([open(), open(), open(), open()]);
  return damaged;
}

/**
 * Repeats every call that needed several tries at another server than before: its key must return
 * the row it created.
 */
export async function checkKeys(urls: string[], { uploads, reviews }: Ledger): Promise<Check> {
  const against: string[] = [];
  const otherThan = (url: string) => urls.find((id) => id !== url) ?? url;
  const repeatedUploads = uploads.filter(({ tries }) => tries > 1);
  const repeatedReviews = reviews.filter(({ tries }) => tries > 1);
  for (const { id, url, key, patient, name, content, description } of repeatedUploads) {
    const call = { token: patient.token, name, content, description, key };
    const { status, json } = await upload(otherThan(url), call);
    if (status !== 200 || json.data._id !== id) against.push(`upload ${id}: ${status} ${json?.data?._id}`);
  }
  for (const { id, url, key, doctor, text } of repeatedReviews) {
    const { status } = await review(otherThan(url), { token: doctor.token, reportId: id, text, key });
    if (status !== 200) against.push(`review of ${id}: ${status}`);
  }
  const count = repeatedUploads.length + repeatedReviews.length;
  return { claim: `the keys of ${count} repeated calls mean the same at the other server`, against };
}

function repeated(texts: string[]) {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text).size);
}
