import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reportsOf, review, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { smallReport } from './support/files.ts';
import { inspectWhenIdle } from './support/look.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const patient = clinic.patients[0] as Member;
let dataDir: string;
let server: Server;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  server = await start(dataDir, await freePort());
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

test(
  'lets exactly one of four doctors review a report at the same moment',
  async () => {
    const rounds = roundCount(200, 10);
    const texts = new Map<string, string>();
    let conflicts = 0;
    for (let round = 0; round < rounds; round += 1) {
      const content = smallReport(`round ${round}`, 'jpg');
      const answer = await upload(server.url, { token: patient.token, name: 'r.jpg', content });
      expect(answer.status).toBe(200);
      const reportId: string = answer.json.data._id;
      const answers = await Promise.all(
        clinic.doctors.map(({ token }, at) =>
          review(server.url, { token, reportId, text: `Doctor ${at} of round ${round}` }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses, `round ${round}`).toEqual([200, 409, 409, 409]);
      conflicts += 3;
      const winner = answers.findIndex(({ status }) => status === 200);
      texts.set(reportId, `Doctor ${winner} of round ${round}`);
    }
    const stands = (await reportsOf(server.url, patient)).filter(
      ({ _id, review }) => texts.get(_id) === review,
    );
    const look = await inspectWhenIdle(dataDir);
    printFigures('reviewers at once', { rounds, reviews: stands.length, conflicts, notices: look.notices });
    expect([stands.length, look.reviewLines.length, look.notices]).toEqual([rounds, rounds, rounds]);
  },
  timeoutFor(4),
);
