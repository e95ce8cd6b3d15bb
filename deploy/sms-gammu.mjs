// Takes texts from SecondLook and hands them to gammu-smsd (docs/text-messages.md).
//
//   SMS_SECRET=… node deploy/sms-gammu.mjs
//
// SMS_SECRET: the secret in SMS_AUTHORIZATION of SecondLook, after "Bearer", at least 32 characters.
// PORT: on 127.0.0.1; 8025 if unset. GAMMU_CONFIG: /etc/gammu-smsdrc if unset.
import { execFile } from 'node:child_process';
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

const {
  SMS_SECRET: secret = '',
  PORT: port = '8025',
  GAMMU_CONFIG: config = '/etc/gammu-smsdrc',
} = process.env;
const inject = 'gammu-smsd-inject';
const maxBodyBytes = 8192;
const maxLetters = 400;
const maxRememberedIds = 1000;
const injectLimitMs = 8000;

/** The letters that every phone has; other texts are sent in UCS-2. Line breaks are not among them. */
const gsm = /^[@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;

if (secret.length < 32) {
  process.stderr.write('SMS_SECRET must have at least 32 characters.\n');
  process.exit(1);
}

const digest = (text) => createHash('sha256').update(text).digest();
const isOurs = (authorization = '') => timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));

/** The IDs of the last texts, so that one that is sent again is handed over once. */
const takenIds = new Set();

/** Reads a text from a body. Returns undefined if it is not one. */
function readText(body) {
  let sms;
  try {
    sms = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { id, to, text } = Object(sms);
  const isText =
    [id, to, text].every((value) => typeof value === 'string') &&
    /^[\w-]{1,100}$/.test(id) &&
    /^\+[1-9]\d{6,14}$/.test(to) &&
    /^[^\p{Cc}]{1,400}$/u.test(text);
  return isText ? { id, to, text } : undefined;
}

/** Puts a text into the queue of gammu-smsd. Its arguments pass no shell. */
async function queueText({ to, text }) {
  const alphabet = gsm.test(text) ? [] : ['-unicode'];
  const words = ['-c', config, 'TEXT', to, '-len', String(maxLetters), ...alphabet, '-text', text];
  await promisify(execFile)(inject, words, {
    timeout: injectLimitMs,
    // Without it the program reads its arguments in ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
}

async function readBody(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk;
    if (body.length > maxBodyBytes) return undefined;
  }
  return body;
}

/** Answers a request with a status: 202 for a text in the queue. */
async function serve(request) {
  if (request.method !== 'POST') return 405;
  if (!isOurs(request.headers.authorization)) return 401;
  const body = await readBody(request);
  const sms = body === undefined ? undefined : readText(body);
  if (!sms) return 400;
  if (takenIds.has(sms.id)) return 202;
  takenIds.add(sms.id);
  if (takenIds.size > maxRememberedIds) takenIds.delete(takenIds.values().next().value);
  try {
    await queueText(sms);
    return 202;
  } catch (error) {
    takenIds.delete(sms.id);
    // The error's message has the number and the text.
    process.stderr.write(`${inject} failed: ${error.code ?? error.signal}\n`);
    return 503;
  }
}

const server = createServer(async (request, response) => {
  const status = await serve(request).catch(() => 400);
  // What was not read of a body is not waited for.
  response.writeHead(status, { Connection: 'close' }).end();
});
server.listen(Number(port), '127.0.0.1', () =>
  process.stdout.write(`Texts are taken on http://127.0.0.1:${server.address().port}/\n`),
);
