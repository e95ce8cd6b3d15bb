import { type Answer, ask } from '../support/calls.ts';

const password = 'a quiet river runs';

/** Logs a user in on the page and returns the cookies of the session. */
export async function logInOn(url: string, email: string, send = once): Promise<string> {
  const page = await send(200, () => ask(`${url}/login`));
  const answer = await send(302, () =>
    postForm(url, '/login', { ...hiddenFields(page), email, password }, cookiesOf(page)),
  );
  return cookiesOf(answer);
}

/** Posts a form as a browser without JavaScript does. */
export const postForm = (url: string, path: string, fields: Record<string, string>, cookie: string) =>
  ask(`${url}${path}`, {
    method: 'POST',
    headers: { ...ofPage(url, cookie), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: [Buffer.from(new URLSearchParams(fields).toString())],
  });

/** Returns the headers of a request that comes from one of our pages. */
export const ofPage = (url: string, cookie: string) => ({ cookie, Origin: url });

/**
 * Reads the hidden fields of a form on a page.
 *
 * @param action Part of the path the form posts to; by default the first form of the main part.
 */
export function hiddenFields({ bytes }: Answer, action = ''): Record<string, string> {
  const main = /<main[\s\S]*<\/main>/.exec(bytes.toString('utf8'))?.[0] ?? '';
  const forms = main.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => /action="([^"]*)"/.exec(one)?.[1]?.includes(action)) ?? '';
  const inputs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

/** Builds the fields of the upload form as a patient fills it in, all but the file. */
export const reportFields = (page: Answer, description: string) => ({
  ...hiddenFields(page, '/dashboard/upload-report'),
  description,
  countryCode: '+91',
  consent: 'on',
  personId: 'self',
  ownBirthYear: '1984',
  ownSex: 'female',
});

async function once(status: number, call: () => Promise<Answer>) {
  const answer = await call();
  if (answer.status !== status) throw new Error(`A page answered ${answer.status}`);
  return answer;
}

const cookiesOf = ({ headers }: Answer) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
