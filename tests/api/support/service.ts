import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Blob, File, FormData, fetch } from '@remix-run/web-fetch';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readEmails } from '../../e2e/support/emails.ts';
import { admin as firstAdmin, startServer } from '../../e2e/support/server.ts';

/** A service under test: the one at API_URL, or a server started here from the build. */
export type Service = Awaited<ReturnType<typeof openService>>;

// biome-ignore lint/suspicious/noExplicitAny: bodies are what these tests look into
type Json = any;

export type Call = {
  /** `post /report/add-review/{reportId}`, as the document names it. */
  name: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  token?: string;
  /** An object is sent as JSON, a form as multipart, and text and bytes as they are. */
  body?: object | string | InstanceType<typeof FormData | typeof Blob>;
  headers?: Record<string, string>;
};

export type Answer = {
  status: number;
  headers: Pick<Headers, 'get' | 'forEach'>;
  body: Json;
  text: string;
};

export interface Person {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  password: string;
  token: string;
}

export const file = (name: string) => {
  const bytes = readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));
  return new File([bytes], name, { type: 'application/octet-stream' });
};

export const form = (fields: Record<string, string | InstanceType<typeof File>>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

/** The names of the document's calls. Files, and files in pieces, are addresses but no calls. */
export const callsOf = (document: Json): string[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => !methods[method].tags.includes('file'))
      .map((method) => `${method} ${path}`),
  );

/** Opens the service: its document, calls checked against it, and accounts that use it. */
export async function openService(overrides: Record<string, string> = {}) {
  const ownServer = process.env.API_URL
    ? undefined
    : await startServer({ LIMIT_SCALE: '20', UNDO_SECONDS: '0', ...overrides });
  const url = (process.env.API_URL ?? ownServer?.url ?? '').replace(/\/$/, '');
  const mailDir = process.env.API_MAIL_DIR ?? ownServer?.mailDir ?? 'data/mail';
  const admin = {
    email: process.env.API_ADMIN_EMAIL ?? firstAdmin.email,
    password: process.env.API_ADMIN_PASSWORD ?? firstAdmin.password,
  };
  const document: Json = await (await fetch(`${url}/api/v1/openapi.json`)).json();
  const inspect = validatorOf(document);

  async function call({ name, path = {}, query, token, body, headers = {} }: Call): Promise<Answer> {
    const [method = '', template = ''] = name.split(' ');
    const filled = template.replace(/\{(\w+)\}/g, (_braces, part: string) =>
      encodeURIComponent(path[part] ?? part),
    );
    const base = template.startsWith('/files/') ? url : `${url}/api/v1`;
    const address = `${base}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const isJson = typeof body === 'object' && !(body instanceof FormData || body instanceof Blob);
    const response = await fetch(address, {
      method: method.toUpperCase(),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : body,
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: parsed(text), text };
    inspect(name, answer);
    return answer;
  }

  /** Repeats a call of the set-up that a busy machine refused, as the document asks of clients. */
  async function untilNotBusy(input: Call): Promise<Answer> {
    for (let left = 5; left > 0; left -= 1) {
      const answer = await call(input);
      if (answer.status !== 503) return answer;
      await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
    }
    return call(input);
  }

  /** Opens an account like a user: a code from the e-mail, the sign-up, and the log-in. */
  async function join(accountType: 'Patient' | 'Expert', firstName = 'Asha'): Promise<Person> {
    const mark = randomBytes(6).toString('hex');
    const email = `${firstName.toLowerCase()}.${mark}@clinic.test`;
    const lastName = `Nair-${mark}`;
    const phone = `98${String(Number.parseInt(mark.slice(0, 7), 16))
      .padStart(8, '0')
      .slice(0, 8)}`;
    const password = 'a quiet river runs';
    const otpAnswer = await untilNotBusy({
      name: 'post /auth/send-otp',
      body: { email, checkUserPresent: true },
    });
    if (otpAnswer.status !== 200) throw new Error(otpAnswer.text);
    const otp = await codeFor(email);
    const details = { accountType, firstName, lastName, email, contactNumber: phone, password };
    const joined = await untilNotBusy({
      name: 'post /auth/signup',
      body: { ...details, confirmPassword: password, otp },
    });
    if (joined.status !== 200) throw new Error(joined.text);
    return logIn({ firstName, lastName, phone, email, password });
  }

  async function logIn(person: Omit<Person, 'id' | 'token'>): Promise<Person> {
    const { email, password } = person;
    const { body, text } = await call({ name: 'post /auth/login', body: { email, password } });
    if (!body.token) throw new Error(text);
    return { ...person, id: body.user._id, token: body.token };
  }

  async function theAdmin() {
    return logIn({ firstName: 'Clinic', lastName: 'Admin', phone: '', ...admin });
  }

  async function doctor(): Promise<Person> {
    const expert = await join('Expert', 'Meera');
    const { token } = await theAdmin();
    const { status } = await call({
      name: 'post /expert/approve-expert',
      token,
      body: { expertId: expert.id },
    });
    if (status !== 200) throw new Error('The expert was not approved');
    return expert;
  }

  async function report(
    patient: Person,
    description = 'Tired for three weeks',
    about: Record<string, string> = {},
  ): Promise<Json> {
    const { body, text } = await call({
      name: 'post /report/upload-report',
      token: patient.token,
      body: form({
        reportType: 'Blood Test',
        phoneNumber: patient.phone,
        description,
        ...about,
        report: file('blood-test.pdf'),
      }),
    });
    if (!body.data) throw new Error(text);
    await thumbnailOf(body.data._id, patient);
    return body.data;
  }

  /** Waits for the thumbnail of a report, which is made after the answer. */
  async function thumbnailOf(reportId: string, { token }: Person) {
    for (let wait = 10; wait < 10_000; wait *= 2) {
      const seen = await fetch(`${url}/files/thumbnail/${reportId}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      await seen.arrayBuffer();
      if (seen.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    throw new Error('The report has no thumbnail');
  }

  /** Reads the newest code in an e-mail to an address. */
  async function codeFor(email: string): Promise<string> {
    for (let wait = 0; wait < 100; wait += 1) {
      const letter = (await readEmails(mailDir, email)).at(-1);
      const code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0];
      if (code) return code;
      await sleep(100);
    }
    throw new Error(`No e-mail with a code came to ${email}; API_MAIL_DIR must name the folder of e-mails`);
  }

  return {
    url,
    /** The server, if it was started here. */
    ownServer: ownServer,
    document,
    mailDir,
    call,
    join,
    logIn,
    theAdmin,
    doctor,
    report,
    codeFor,
    close: async () => ownServer?.stop(),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The transport headers of every answer of every server. */
const ofTransport = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-type',
];

/**
 * Checks answers against the document: it has to name the status and the headers, and describe the
 * values of the headers and the body.
 */
function validatorOf(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: document.components });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (schema: object) => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, validate);
    return validate;
  };
  return (name: string, { status, headers, body, text }: Answer) => {
    const [method = '', template = ''] = name.split(' ');
    const described = document.paths[template]?.[method];
    if (!described) throw new Error(`The document has no ${name}`);
    const answer = described.responses[status];
    if (!answer) throw new Error(`${name} answered ${status}, which the API document does not name: ${text}`);
    const whole = answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)] : answer;
    headers.forEach((value, header) => {
      if (ofTransport.includes(header)) return;
      const named = Object.entries<Json>(whole.headers).map(([name, { $ref }]) => [
        name,
        document.components.headers[$ref.split('/').at(-1)],
      ]);
      const all = [...named, ...Object.entries<Json>(document['x-common-headers'])];
      const [, { schema } = {}] = all.find(([name]) => name.toLowerCase() === header) ?? [];
      if (!schema)
        throw new Error(`${name} answered ${status} with ${header}, which the API document does not name`);
      if (!validatorOf(schema)(schema.type === 'integer' ? Number(value) : value))
        throw new Error(`${name} answered ${status} with an undocumented value of ${header}: ${value}`);
    });
    const types = Object.keys(whole.content);
    if (types[0] !== 'application/json') {
      const [type] = (headers.get('content-type') ?? '').split(';');
      if (types.length === 0 ? text === '' : types.includes(type ?? '')) return;
      throw new Error(`${name} answered ${status} with ${type}, not ${types}`);
    }
    const validate = validatorOf(whole.content['application/json'].schema);
    if (validate(body)) return;
    throw new Error(
      `${name} answered ${status} in another shape: ${ajv.errorsText(validate.errors)}\n${text}`,
    );
  };
}
