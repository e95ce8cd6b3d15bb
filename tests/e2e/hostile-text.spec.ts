import { expect, type Page, test } from './support/fixtures.ts';
import {
  addReview,
  aPerson,
  createMember,
  fixtureBytes,
  type Member,
  type Person,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';

/** Text that runs if a browser takes it for HTML, a script, an attribute or a URL. */
const script = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'><svg onload=alert(3)>javascript:alert(4)`;
/** Marks that reverse the reading direction, and line ends that only scripts treat as such. */
const marks = '\u202Egnp.\u202C\u2066x\u2069\u2028\u2029';
const fourBytes = '𝒳🩺👩🏽‍⚕️';
const hostile = (mark: string) => `${mark} ${script} ${marks} ${fourBytes}`;
// Names reject invisible marks.
const hostileName = `<img src=x onerror=alert(5)>𝒳🩺`;

const named = (accountType: Person['accountType'], mark: string): Person => ({
  ...aPerson(accountType, mark),
  firstName: `${mark}${hostileName}`,
  lastName: `</script><b>'"${mark}`,
});

async function send(server: Server, method: string, path: string, { token }: Member, body: object) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const json = await answer.json();
  expect([path, answer.status, json.errors]).toEqual([path, 200, undefined]);
  return json.data;
}

async function upload(server: Server, patient: Member, mark: string) {
  const form = new FormData();
  form.set('reportType', 'MRI');
  form.set('phoneNumber', patient.phone);
  form.set('description', hostile(mark));
  const name = `<img src=x onerror=alert(6)>${marks}.png`;
  form.set('report', new File([new Uint8Array(fixtureBytes('rash.png'))], name));
  return (await send(server, 'POST', 'report/upload-report', patient, form))._id as string;
}

/** Records every dialog and every violation of the page's policy, on every page of this tab. */
async function watch(page: Page) {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction('noteViolation', (what: string) => seen.push(`policy: ${what}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { noteViolation(what: string): void }).noteViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return seen;
}

test('user input is text for every reader and never markup', async ({ page, anotherPage, server }) => {
  const [patient, doctor, waiting, admin] = [
    await createMember(server, named('Patient', 'Asha')),
    await createMember(server, named('Expert', 'Meera')),
    await createMember(server, named('Expert', 'Dev')),
    await theAdmin(server),
  ];
  await send(server, 'POST', 'expert/approve-expert', admin, { expertId: doctor.id });
  for (const somebody of [patient, doctor, waiting]) {
    await send(server, 'PUT', 'profile/update-profile', somebody, {
      firstName: somebody.firstName,
      lastName: somebody.lastName,
      dateOfBirth: '1984-05-21',
      gender: 'Female',
      contactNumber: somebody.phone,
      about: hostile('aboutme'),
    });
  }
  const pendingId = await upload(server, patient, 'waits');
  await addReview(server, doctor, await upload(server, patient, 'done'), hostile('reviewed'));
  for (const [path, form] of [
    ['/contact-us', { name: hostile('name'), email: hostile('mail'), message: hostile('contact') }],
    ['/query', { name: hostileName, answerTo: patient.email, question: hostile('question') }],
    ['/call-back', { name: hostileName, phoneNumber: '9876543210', about: hostile('callback') }],
  ] as const) {
    await page.request.post(path, { form });
  }

  const ownPages = ['/dashboard/home', '/dashboard/my-profile', '/dashboard/settings', '/'];
  const reports = `/dashboard/previous-report/${patient.id}`;
  const lists = [
    '/dashboard/pending-report',
    '/dashboard/previous-reviewed-report',
    '/dashboard/approved-expert',
  ];
  const readers: [
    who: string,
    person: Pick<Person, 'email' | 'password'>,
    paths: string[],
    words: string[],
  ][] = [
    [
      'the patient',
      patient,
      [...ownPages, reports, `/dashboard/delete-report/${pendingId}`, '/dashboard/upload-report'],
      ['aboutme', 'waits', 'done', 'reviewed'],
    ],
    [
      'an approved expert',
      doctor,
      [...ownPages, reports, ...lists, `/dashboard/add-review/${pendingId}`],
      ['aboutme', 'waits', 'reviewed'],
    ],
    ['a pending expert', waiting, [...ownPages, ...lists], ['aboutme']],
    [
      'an admin',
      admin,
      [
        ...ownPages,
        reports,
        ...lists,
        '/dashboard/pending-expert',
        '/dashboard/previous-reviewed-reports',
        '/dashboard/messages?state=all',
      ],
      ['waits', 'reviewed', 'contact', 'question', 'callback'],
    ],
  ];
  for (const [who, person, paths, words] of readers) {
    await test.step(who, async () => {
      const tab = await anotherPage();
      const seen = await watch(tab);
      await startSession(tab, person);
      let all = '';
      for (const path of paths) {
        const answer = await tab.goto(path);
        expect([path, answer?.status()]).toEqual([path, 200]);
        // Repeated input is in fields and in folded reports.
        all += await tab.evaluate(() => {
          for (const fold of document.querySelectorAll('.report-fold')) fold.setAttribute('open', '');
          const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
          // biome-ignore lint/performance/useDomNodeTextContent: only innerText says what is shown
          return [document.body.innerText, ...fields.map(({ value }) => value)].join('\n');
        });
      }
      expect(seen).toEqual([]);
      for (const word of words) expect(all).toContain(`${word} </script><script>alert(1)</script><img`);
      expect(all).toContain('🩺');
      // Closed isolates stay, because they hold numbers together.
      expect(all, 'marks that change the text direction').not.toMatch(/[\u202A-\u202E]/);
    });
  }
});

test('input in a URL or a search is text too', async ({ page, server, tolerate }) => {
  tolerate(/status of (400|404)/);
  const seen = await watch(page);
  const text = encodeURIComponent(hostile('typed'));
  await page.goto(`/login?next=${text}`);
  await page.goto(`/login?next=${encodeURIComponent('javascript:alert(7)')}`);
  await page.goto(`/update-password/${text}`);
  await page.goto(`/${text}`);
  await startSession(page, await theAdmin(server));
  for (const path of ['pending-report', 'previous-reviewed-report', 'messages', 'approved-expert'])
    await page.goto(`/dashboard/${path}?q=${text}&reportType=${text}&page=${text}&state=${text}`);
  await page.goto(`/dashboard/previous-report/${text}`);
  expect(seen).toEqual([]);
});

test('the page’s policy stops an injected script, and these tests detect it', async ({ page, tolerate }) => {
  tolerate(/Content Security Policy|ERR_INVALID_URL/);
  const seen = await watch(page);
  await page.goto('/');
  await page.evaluate(() => {
    const image = document.createElement('div');
    image.innerHTML = '<img src="data:x" onerror="alert(8)">';
    document.body.append(image);
    const foreign = document.createElement('script');
    foreign.textContent = 'alert(9)';
    document.body.append(foreign);
  });
  await expect.poll(() => seen.length).toBeGreaterThan(1);
  expect(seen.every((one) => one.startsWith('policy: script-src'))).toBe(true);
  await page.evaluate(() => alert('a dialog'));
  expect(seen.at(-1)).toBe('dialog: a dialog');
});
