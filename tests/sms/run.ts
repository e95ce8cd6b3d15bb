// npm run suite -- sms: sends texts in every language through deploy/sms-gammu.mjs and a gammu-smsd
// with its dummy modem, and compares the bytes and the number of parts that it has sent.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSmsSender } from '~/domain/notifications/sms-sender.server';
import { allLanguages } from '~/i18n/languages';
import { makeTextComposer } from '~/i18n/notifications/compose-text';
import type { TextName } from '~/i18n/notifications/text-names';
import { measureText } from '~/i18n/notifications/text-parts';
import { readSettings, setSettings } from '~/platform/settings/env.server';

const secret = 'a-secret-of-the-bridge-for-tests-alone';
const names: TextName[] = ['answer', 'reminder', 'alert'];
const limitMs = 60_000;
const pollMs = 100;

const folder = mkdtempSync(join(tmpdir(), 'sms-'));
const inFolder = (name: string) => join(folder, name);
const programs: ChildProcess[] = [];

/** Starts gammu-smsd without a modem. */
async function startDaemon(): Promise<string> {
  for (const name of ['phone', 'inbox', 'outbox', 'sent', 'error']) mkdirSync(inFolder(name));
  const config = inFolder('smsdrc');
  const lines = [
    '[gammu]',
    'model = dummy',
    'connection = none',
    `port = ${inFolder('phone')}`,
    'gammuloc = /dev/null',
    '[smsd]',
    'service = files',
    `logfile = ${inFolder('log')}`,
    ...['inbox', 'outbox'].map((name) => `${name}path = ${inFolder(name)}/`),
    `sentsmspath = ${inFolder('sent')}/`,
    `errorsmspath = ${inFolder('error')}/`,
    'outboxformat = detail',
    'commtimeout = 1',
    ...['security', 'battery', 'signal', 'network'].map((check) => `check${check} = 0`),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  programs.push(spawn('gammu-smsd', ['-c', config], { stdio: 'ignore' }));
  await until(() => existsSync(inFolder('log')), 'gammu-smsd starts');
  return config;
}

/** Starts the bridge on a free port. */
async function startBridge(config: string): Promise<string> {
  const bridge = spawn(process.execPath, ['deploy/sms-gammu.mjs'], {
    env: { ...process.env, SMS_SECRET: secret, PORT: '0', GAMMU_CONFIG: config },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(bridge);
  const [line] = await once(bridge.stdout, 'data');
  const [url] = /http:\S+/.exec(String(line)) ?? [];
  if (!url) throw new Error(`The bridge did not start: ${line}`);
  return url;
}

async function until(isTrue: () => boolean, what: string): Promise<void> {
  const end = Date.now() + limitMs;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await pause(pollMs);
  }
}

/** Reads a sent text: its number, letters, alphabet and the lengths of its parts. */
function readSent(path: string) {
  // Each part is written again as it is sent, so the last of each counts.
  const parts = new Map<string, Map<string, string>>();
  for (const section of readFileSync(path, 'latin1')
    .split(/^\[(?=SMSBackup)/m)
    .slice(1)) {
    const fields = new Map(
      [...section.matchAll(/^(\w+) = "?(.*?)"?\r?$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    parts.set(section.slice(0, section.indexOf(']')), fields);
  }
  const whole = [...parts.values()];
  const lettersOf = (fields: Map<string, string>) =>
    [...fields]
      .filter(([name]) => /^Text\d\d$/.test(name))
      .map(([, hex]) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
      .join('');
  return {
    to: whole[0]?.get('Number'),
    text: whole.map(lettersOf).join(''),
    isUcs2: whole.every((fields) => fields.get('Coding')?.startsWith('Unicode')),
    // The head of a part that belongs to a longer text names it, its place and the number of parts.
    heads: whole.map((fields) => fields.get('UDH')?.slice(-4)),
    parts: whole.length,
  };
}

async function run(): Promise<void> {
  const config = await startDaemon();
  const url = await startBridge(config);
  const setSecret = (word: string) =>
    setSettings(
      readSettings({
        SMS_URL: url,
        SMS_ALLOW_PRIVATE: 'yes',
        SMS_AUTHORIZATION: `Bearer ${word}`,
        SMS_BODY: '{"id":"{id}","to":"{to}","text":"{text}"}',
      }),
    );
  // `[` and `]` are of the extension table of the alphabet.
  const compose = makeTextComposer(() => ({
    senderName: 'SecondLook [Pune]',
    publicUrl: 'https://second.clinic.example',
  }));
  const sendSms = createSmsSender(compose);
  setSecret('wrong');
  const first = { id: 'first', to: '+919876543210', name: 'answer', params: {}, language: 'en' } as const;
  assert.deepEqual(await sendSms(first), { kind: 'refused', code: '401' });
  setSecret(secret);
  const expected = new Map<string, string>();
  for (const [languageIndex, language] of allLanguages.entries())
    for (const [nameIndex, name] of names.entries()) {
      const to = `+9198765432${languageIndex}${nameIndex}`;
      const sms = { id: `${language}-${name}`, to, name, params: { count: 3 }, language };
      // As after a lost answer: the second one is the same text.
      for (let tries = 0; tries < 2; tries += 1) assert.deepEqual(await sendSms(sms), { kind: 'sent' });
      expected.set(to, compose(sms).text);
    }
  const sent = () => readdirSync(inFolder('sent')).filter((file) => file.endsWith('.smsbackup'));
  await until(() => sent().length === expected.size, `gammu-smsd sends ${expected.size} texts`);
  await until(() => readdirSync(inFolder('outbox')).length === 0, 'the outbox is empty');
  let partCount = 0;
  for (const file of sent()) {
    const { to = '', text, isUcs2, heads, parts } = readSent(join(inFolder('sent'), file));
    const size = measureText(expected.get(to) ?? '');
    assert.equal(text, expected.get(to));
    assert.equal(isUcs2, size.alphabet === 'ucs2', text);
    assert.equal(parts, size.parts, text);
    assert.ok(parts <= 2, text);
    if (parts > 1)
      assert.deepEqual(
        heads,
        heads.map((_, index) => `0${parts}0${index + 1}`),
      );
    expected.delete(to);
    partCount += parts;
  }
  assert.equal(expected.size, 0);
  assert.deepEqual(readdirSync(inFolder('error')), []);
  process.stdout.write(
    `gammu-smsd has sent ${sent().length} texts in ${partCount} parts, each as it was written.\n`,
  );
}

try {
  await run();
} finally {
  for (const program of programs) program.kill();
  rmSync(folder, { recursive: true, force: true });
}
