import { File, FormData } from '@remix-run/web-fetch';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type Person, type Service } from './support/service';

let service: Service;
let victim: Person;
let reviewedText: string;
let callers: Record<string, Person | undefined>;
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
  callers = {
    'signed out': undefined,
    'another patient': await service.join('Patient', 'Ravi'),
    'an unapproved expert': await service.join('Expert', 'Dev'),
  };
}, 120_000);
afterAll(() => service?.close());

/**
 * What a caller might send: right ids of somebody else, long and strange texts, wrong types,
 * nothing.
 */
const value = fc.oneof(
  fc.constantFrom(
    () => victim.id,
    () => reportId,
    () => victim.email,
    () => 'Blood Test',
    () => "' or 1=1 --",
    () => '%',
    () => '../../data/app.db',
    () => '\u0000',
    () => 'Admin',
    () => -1,
    () => 1e21,
    () => null,
    () => true,
    () => ({}),
    () => [],
  ),
  fc.string({ maxLength: 300, unit: 'binary' }).map((text) => () => text),
  fc.jsonValue({ maxDepth: 2 }).map((json) => () => json),
);

const stack = /\bat \w+ \(|node_modules|\.tsx?:\d+|SQLITE_|SqliteError|ZodError/;

// biome-ignore lint/suspicious/noExplicitAny: the document is what it is
const fieldsOf = (document: any, method: string, path: string): string[] => {
  const call = document.paths[path][method];
  const reference = Object.values<{ schema: { $ref: string } }>(call.requestBody?.content ?? {})[0]?.schema
    .$ref;
  const body = reference && document.components.schemas[reference.split('/').at(-1) ?? ''];
  return [
    ...(call.parameters ?? []).map(({ name }: { name: string }) => name),
    ...Object.keys(body?.properties ?? {}),
  ];
};

test('no generated input brings a call down, shows a stack, or gives out what is somebody else’s', async () => {
  const secrets = [victim.lastName, victim.phone, 'Canary of what she wrote', reviewedText, 'argon2'];
  // What ends the caller's own session would make the rest of the run meaningless.
  const ending = ['post /auth/logout', 'delete /profile/delete-profile'];
  let made = 0;
  for (const [path, methods] of Object.entries(service.document.paths as Record<string, object>)) {
    for (const method of Object.keys(methods)) {
      const name = `${method} ${path}`;
      if (ending.includes(name)) continue;
      const fields = fieldsOf(service.document, method, path);
      const input = fc.record(Object.fromEntries(fields.map((field) => [field, value])), {
        requiredKeys: [],
      });
      const caller = fc.constantFrom(...Object.keys(callers));
      const asForm = fc.boolean();
      await fc.assert(
        fc.asyncProperty(input, caller, asForm, async (made_, who, isForm) => {
          made += 1;
          const said = Object.fromEntries(Object.entries(made_).map(([field, make]) => [field, make?.()]));
          const text = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one));
          const plain = Object.fromEntries(Object.entries(said).map(([field, one]) => [field, text(one)]));
          const query = method === 'get' ? plain : undefined;
          const inPath = Object.fromEntries(
            Object.entries(plain).filter(
              ([field, one]) => path.includes(`{${field}}`) && !/^\.{0,2}$/.test(one),
            ),
          );
          const body = method === 'get' ? undefined : isForm ? formOf(plain, name) : said;
          const token = callers[who]?.token;
          // A status or a shape that the document does not name throws here.
          const answer = await service.call({ name, path: inPath, query, body, token });
          expect(answer.status, answer.text).toBeLessThan(500);
          expect(answer.text).not.toMatch(stack);
          for (const secret of secrets) expect(answer.text).not.toContain(secret);
        }),
        { numRuns: 25, endOnFailure: true },
      );
    }
  }
  expect(made).toBeGreaterThan(300);
  // The control: the same secrets are there for the one they belong to.
  const own = await service.call({
    name: 'get /report/get-report-by-patientId/{patientId}',
    path: { patientId: victim.id },
    token: victim.token,
  });
  expect(own.text).toContain('Canary of what she wrote');
  expect(own.text).toContain(reviewedText);
}, 180_000);

function formOf(fields: Record<string, string>, name: string) {
  const form = new FormData();
  for (const [field, text] of Object.entries(fields)) form.set(field, text);
  for (const field of ['report', 'displayPicture'])
    if (fields[field]) form.set(field, new File([fields[field]], name));
  return form;
}
