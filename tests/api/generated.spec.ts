import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generatedCalls } from './support/generated-calls';
import { openService, type Person, type Service } from './support/service';

// The short form of `npm run suite -- fuzz`, which sends 3,000.
const requests = Number(process.env.FUZZ_REQUESTS ?? 700);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1e9);

let service: Service;
let victim: Person;
let reviewedText: string;
let strangers: Record<string, Person | undefined>;
let staff: Record<string, Person | undefined>;
let judged: Person;
let reportId: string;

beforeAll(async () => {
  service = await openService();
  const doctor = await service.doctor();
  victim = await service.join('Patient', 'Kamala');
  reportId = (await service.report(victim, 'Canary of what she wrote'))._id;
  reviewedText = 'Canary of what the doctor wrote';
  const reviewed = await service.report(victim, 'Canary of what she wrote');
  await service.call({
    name: 'post /report/add-review/{reportId}',
    token: doctor.token,
    path: { reportId: reviewed._id },
    body: { review: reviewedText },
  });
  strangers = {
    'signed out': undefined,
    'another patient': await service.join('Patient', 'Ravi'),
    'an unapproved expert': await service.join('Expert', 'Dev'),
  };
  judged = await service.join('Expert', 'Nila');
  staff = { 'an expert': doctor, 'an admin': await service.theAdmin() };
});
afterAll(() => service?.close());

const stack = /\bat \w+ \(|node_modules|\.tsx?:\d+|SQLITE_|SqliteError|ZodError/;

test(`none of ${requests} generated calls gets an undocumented answer, a stack trace or another account’s data`, async () => {
  process.stdout.write(
    `FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} npm run suite -- fuzz sends the same calls\n`,
  );
  const secrets = [victim.lastName, victim.phone, 'Canary of what she wrote', reviewedText, 'argon2'];
  const callers: Record<string, Person | undefined> = { ...strangers, ...staff };
  const knownIds = {
    reportId: () => reportId,
    patientId: () => victim.id,
    expertId: () => judged.id,
    email: () => strangers['another patient']?.email ?? '',
    // The right password would end the caller's session.
    oldPassword: () => 'not this one',
  };
  // Ending the caller's own session would make the rest of the run meaningless.
  const ending = ['post /auth/logout', 'delete /profile/delete-profile'];
  const statuses = new Map<number, number>();
  const anybody = fc.constantFrom(...Object.keys(callers));
  await fc.assert(
    fc.asyncProperty(generatedCalls(service.document, knownIds, ending), anybody, async (call, who) => {
      // Throws for a status, a header or a shape that the document does not name.
      const answer = await service.call({ ...call, token: callers[who]?.token });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(answer.text).not.toMatch(stack);
      if (who in strangers) for (const secret of secrets) expect(answer.text).not.toContain(secret);
    }),
    { numRuns: requests, seed, endOnFailure: true },
  );
  process.stdout.write(`${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`);
  // The run has valid calls, and invalid ones of every kind.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 415, 422]));
  // The control: the owner does receive these secrets.
  const ownReports = await service.call({
    name: 'get /report/get-report-by-patientId/{patientId}',
    path: { patientId: victim.id },
    token: victim.token,
  });
  expect(ownReports.text).toContain('Canary of what she wrote');
  expect(ownReports.text).toContain(reviewedText);
}, 600_000);
