// What pages of lists take in this process, as the operations behind pages and API calls read them,
// in a clinic of either database.
import {
  listAllReviewedReports,
  listPendingReports,
  listReviewedReports,
} from '~/domain/reports/queue/report-lists.server';
import { closeDatabase, db, execute, openDatabase } from '~/platform/db/db.server';
import { reports } from '~/platform/db/tables.server';
import { newId } from '~/platform/ids.server';
import { people, phone } from './clinic.mjs';
import { median, ratioOf, timeOf } from './measure.mjs';
import { compared, spread } from './results.mjs';

const limit = 20;
const callsInRound = 40;
const warmCalls = 10;
const context = { channel: 'page', language: 'en', client: '127.0.0.1', linkTo: (path) => path };
const doctor = { ...people.doctor, approved: true, firstName: 'Meera', lastName: 'Nair' };
const adminViewer = { ...doctor, id: 'a'.repeat(26), accountType: 'Admin' };

/** Each list that is counted by days: who asks, and for what. */
const lists = {
  pending: [listPendingReports, doctor, {}],
  'pending of a type': [listPendingReports, doctor, { reportType: 'MRI' }],
  reviewed: [listAllReviewedReports, adminViewer, {}],
  'reviewed of a type': [listAllReviewedReports, adminViewer, { reportType: 'MRI' }],
  'of an expert': [listReviewedReports, doctor, {}],
};

const pagesOf = (total) => {
  const last = Math.ceil(total / limit);
  return {
    first: 1,
    next: 2,
    'page 1,000': Math.min(1000, last),
    'the middle': Math.ceil(last / 2),
    last,
  };
};

/**
 * Reads every list of a small and a large clinic, which take turns. Takes the settings of their
 * servers, how many reports they have, and how many rounds.
 *
 * @returns rows of the table of results.
 */
export async function listRows({ small, large, names, rounds }) {
  const given = { small: {}, large: {} };
  for (let round = 0; round < rounds; round += 1) {
    await inClinic(small, () => readLists(given.small, ['first']));
    await inClinic(large, () => readLists(given.large, Object.keys(pagesOf(1))));
  }
  return Object.keys(lists).flatMap((name) => rowsOf(name, given.small[name], given.large[name], names));
}

async function inClinic({ DATABASE_URL: url, FILE_KEY: key }, act) {
  await openDatabase({ url, fileKey: Buffer.from(key, 'hex') });
  try {
    await act();
  } finally {
    await closeDatabase();
  }
}

/** Adds to each page of each list the median of a round; the pages take turns. */
async function readLists(given, names) {
  for (const [name, [operation, viewer, filters]] of Object.entries(lists)) {
    const read = (page) => operation.run({ viewer, input: { ...filters, page, limit }, context });
    const { meta } = await read(1);
    const pages = Object.entries(pagesOf(meta.total)).filter(([page]) => names.includes(page));
    const works = Object.fromEntries(pages.map(([page, number]) => [page, () => read(number)]));
    const times = await timesOf(works);
    times['first after a write'] = (await timesOf({ first: works.first }, addReport)).first;
    given[name] ??= {};
    for (const [page, all] of Object.entries(times)) {
      given[name][page] ??= [];
      given[name][page].push(median(all));
    }
  }
}

async function timesOf(works, before = () => undefined) {
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, []]));
  for (let call = -warmCalls; call < callsInRound; call += 1) {
    for (const [name, work] of Object.entries(works)) {
      await before();
      const took = await timeOf(work);
      if (call >= 0) times[name].push(took);
    }
  }
  return times;
}

/** A report comes in, of a patient and of a type that are there. */
function addReport() {
  const id = newId();
  const now = new Date();
  const file = { fileName: id, mediaType: 'application/pdf', resourceType: 'raw', bytes: 1000 };
  return execute(
    db()
      .insert(reports)
      .values({
        id,
        patientId: people.patient.id,
        reportType: 'MRI',
        phoneNumber: phone,
        ...file,
        createdAt: now,
        updatedAt: now,
      }),
  );
}

function rowsOf(name, small, large, names) {
  const most = (bound) => ({ goal: `≤ ${bound}×`, isMet: (ratio) => ratio <= bound });
  const grown = ['first', 'first after a write'].map((page) => {
    const ratio = ratioOf(large[page], small[page]);
    return {
      work: `${name}, ${page === 'first' ? 'first page' : 'first page after a write'}: ${names.join(' → ')} reports`,
      product: `${spread(small[page], 'ms')} → ${spread(large[page], 'ms')}`,
      ratio,
      goal: '≤ 1.3×',
      met: ratio <= 1.3,
    };
  });
  const beside = ['next', 'last', 'page 1,000', 'the middle'].map((page) => {
    const isJump = page === 'page 1,000' || page === 'the middle';
    return compared({
      work: `${name}, ${page}, beside the first page`,
      ours: large[page],
      theirs: large.first,
      unit: 'ms',
      ...most(isJump ? 10 : 1.3),
    });
  });
  return [...grown, ...beside];
}
