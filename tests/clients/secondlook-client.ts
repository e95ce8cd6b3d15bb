import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type ChangesPage,
  createClient,
  type FollowedList,
  followChanges,
  requireData,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
} from 'secondlook-client';
import {
  type Client,
  fileOf,
  fixture,
  openAccounts,
  reportFields,
  settings,
  walkJourney,
} from './journey.ts';

const baseUrl = settings.base;
const anybody = createClient({ baseUrl });
const by = (token: string) => createClient({ baseUrl, token });

const calls: Client = {
  async sendCode(email) {
    requireData(await anybody.POST('/auth/send-otp', { body: { email } }));
  },
  async signUp(body) {
    requireData(await anybody.POST('/auth/signup', { body }));
  },
  async logIn(body) {
    const { token, user } = requireData(await anybody.POST('/auth/login', { body }));
    return { token, id: user._id };
  },
  async approve(token, expertId) {
    requireData(await by(token).POST('/expert/approve-expert', { body: { expertId } }));
  },
  async upload(token, report) {
    const body = { ...reportFields, report };
    return requireData(await by(token).POST('/report/upload-report', { body })).data;
  },
  async uploadSeveral(token, report) {
    const body = { ...reportFields, report };
    return requireData(await by(token).POST('/report/upload-report', { body })).data;
  },
  async uploadSent(token, uploads) {
    const body = { ...reportFields, uploads };
    return requireData(await by(token).POST('/report/upload-report', { body })).data;
  },
  async pending(token) {
    const query = { reportType: 'Blood Test', limit: 100 } as const;
    const list = requireData(await by(token).GET('/report/get-pending-reports', { params: { query } }));
    return list.data.map(({ _id }) => _id);
  },
  async review(token, reportId, review) {
    const params = { path: { reportId } };
    requireData(await by(token).POST('/report/add-review/{reportId}', { params, body: { review } }));
  },
  async reviews(token, patientId) {
    const params = { path: { patientId } };
    const answer = await by(token).GET('/report/get-report-by-patientId/{patientId}', { params });
    return requireData(answer).data.map(({ _id, review }) => ({ reportId: _id, review }));
  },
  async remove(token, reportId) {
    requireData(await by(token).DELETE('/report/delete-report', { body: { reportId } }));
  },
  async failLogIn(email) {
    const { error } = await anybody.POST('/auth/login', { body: { email, password: 'not this one' } });
    return error?.message ?? 'nothing';
  },
};

await walkJourney('secondlook-client', calls);
await walkAsProgram();

/**
 * Walks as the program of a hospital. With a key of an admin it lists patients, and follows the
 * changes while a patient sends two reports and a doctor reviews one. It is told of both by a webhook.
 */
async function walkAsProgram() {
  const { patient, doctor, admin } = await openAccounts(calls);
  const { data: key } = requireData(
    await by(admin.token).POST('/system/keys', {
      body: { name: 'City Hospital', scopes: ['people.read', 'reports.read'], password: settings.password },
    }),
  );
  const program = createClient({ baseUrl, token: key.secret });
  const patients = requireData(await program.GET('/account/patients', { params: { query: { q: 'asha' } } }));
  check(
    patients.data.some(({ _id }) => _id === patient.id),
    'The key does not list the patient',
  );

  const receiver = await startReceiver();
  const { secret } = requireData(
    await by(admin.token).POST('/system/webhooks', {
      body: {
        url: receiver.url,
        events: ['report.created', 'report.reviewed'],
        password: settings.password,
      },
    }),
  );
  const ofPatient = { patientId: patient.id };
  const queue = await follow(program, 'pending');
  const empty = await follow(program, ofPatient);
  check(empty.pages === 1 && empty.reviews.size === 0, 'The patient has reports');

  const pdf = fileOf(await fixture('blood-test.pdf'));
  const { _id: reportId } = await calls.upload(patient.token, pdf);
  const other = await calls.uploadSeveral(patient.token, [fileOf(await fixture('rash.png'))]);
  const first = await follow(program, ofPatient, { cursor: empty.cursor, limit: 1 });
  const isEach = first.pages > 1 && first.reviews.get(reportId) === null;
  check(isEach && first.reviews.get(other._id) === null, 'The uploads are not followed');
  const waiting = await follow(program, 'pending', { cursor: queue.cursor });
  await calls.review(doctor.token, reportId, 'Your iron is a little low.');

  const { reviews } = await follow(program, ofPatient, { cursor: first.cursor });
  check(reviews.get(reportId) === 'Your iron is a little low.', 'The review is not followed');
  const { removed } = await follow(program, 'pending', { cursor: waiting.cursor });
  check(removed.join() === reportId, `The queue has lost ${removed}`);

  const expected = [
    `report.created ${reportId}`,
    `report.created ${other._id}`,
    `report.reviewed ${reportId}`,
  ];
  const events: string[] = [];
  for (const _ of expected) {
    const { type, data } = await checkMessage(secret, await receiver.next());
    events.push(`${type} ${data.id}`);
  }
  receiver.stop();
  check(events.sort().join() === expected.sort().join(), `The webhook has told of ${events}`);

  const review = program.POST('/report/add-review/{reportId}', {
    params: { path: { reportId } },
    body: { review: 'Not by a key.' },
  });
  check((await codeOf(review.then(requireData))) === 'missing_scope', 'A key may review');
  const stranger = follow(program, ofPatient, { cursor: queue.cursor });
  check((await codeOf(stranger)) === 'cursor_invalid', 'The cursor of another list is accepted');
  process.stdout.write('secondlook-client: as a program with a key, changes and a webhook\n');
}

function check(isRight: boolean, fault: string) {
  if (!isRight) throw new Error(fault);
}

/**
 * Collects the changes of a list: the last review of each report. A report can come again for a
 * change that the program does not see, such as its preview.
 */
async function follow(program: typeof anybody, list: FollowedList, options = {}) {
  const pages: ChangesPage[] = [];
  for await (const page of followChanges(program, list, options)) pages.push(page);
  const reports = pages.flatMap((page) => page.reports);
  return {
    pages: pages.length,
    reviews: new Map(reports.map(({ _id, review }) => [_id, review])),
    removed: pages.flatMap((page) => page.removed),
    cursor: pages.at(-1)?.cursor,
  };
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'nothing';
  } catch (error) {
    if (error instanceof ApiError || error instanceof WebhookError) return error.code;
    throw error;
  }
}

type Message = { headers: Record<string, string | string[] | undefined>; body: string };

/** Verifies a message of the server, and that it is refused if anything of it is different. */
async function checkMessage(secret: string, { headers, body }: Message): Promise<WebhookEvent> {
  const altered = body.replace('report.', 'report. ');
  check((await codeOf(verifyWebhook(secret, headers, altered))) === 'wrong_signature', 'An altered message');
  const inTenMinutes = new Date(Date.now() + 600_000);
  check(
    (await codeOf(verifyWebhook(secret, headers, body, inTenMinutes))) === 'wrong_time',
    'An old message',
  );
  return verifyWebhook(secret, headers, body);
}

/** Receives the messages of a webhook, in the order of their arrival. */
async function startReceiver() {
  const arrived: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  const server = createServer(async (request, response) => {
    const message = { headers: request.headers, body: await text(request) };
    response.writeHead(204).end();
    const take = waiting.shift();
    if (take) take(message);
    else arrived.push(message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    async next(): Promise<Message> {
      const first = arrived.shift();
      if (first) return first;
      const late = sleep(30_000, undefined, { ref: false }).then(() => {
        throw new Error('No message of the webhook arrived within 30 seconds');
      });
      return Promise.race([late, new Promise<Message>((resolve) => waiting.push(resolve))]);
    },
    stop: () => server.close(),
  };
}
