import { type Answer, ask } from '../support/calls.ts';

const password = 'a quiet river runs';

/** Logs somebody in on the page. Gives the cookies of their session. */
export async function logInOn(url: string, email: string, send = once): Promise<string> {
  const page = await send(200, () => ask(`${url}/login`));
  const answer = await send(302, () =>
    postForm(url, '/login', { ...hiddenFields(page), email, password }, cookiesOf(page)),
  );
  return cookiesOf(answer);
}

/** Sends a form as a browser without script does. */
export const postForm = (url: string, path: string, fields: Record<string, string>, cookie: string) =>
  ask(`${url}${path}`, {
    method: 'POST',
    headers: { ...ofPage(url, cookie), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: [Buffer.from(new URLSearchParams(fields).toString())],
  });

/** The headers of a request from a page of ours. */
export const ofPage = (url: string, cookie: string) => ({ cookie, Origin: url });

/**
 * The fields of a form of a page that nobody fills in: of the page's own, or of the one that posts
 * to such a path.
 */
export function hiddenFields({ bytes }: Answer, action = ''): Record<string, string> {
  const main = /<main[\s\S]*<\/main>/.exec(bytes.toString('utf8'))?.[0] ?? '';
  const forms = main.match(/<form[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => /action="([^"]*)"/.exec(one)?.[1]?.includes(action)) ?? '';
  const inputs = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]));
}

/** The fields of the form for reports as somebody fills them in, all but the file. */
export const reportFields = (page: Answer, description: string) => ({
  ...hiddenFields(page),
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
