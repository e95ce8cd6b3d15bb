import { expect, test } from 'vitest';
import { makeLetterbox, makeLetterKey, openLetterKey } from './letterbox';
import { openStored, sealReport, type WaitingReport } from './sealed-report';
import { toContent, toSealingKey } from './sealing';

const newKey = () =>
  toSealingKey(Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'));

const report: WaitingReport = {
  id: '1',
  owner: 'asha',
  at: 0,
  address: '/dashboard/upload-report.data',
  leadsTo: '/report-submitted',
  fields: [['description', 'Tired']],
  files: [{ field: 'report', file: toContent(new File(['a photo'], 'rash.png')), sent: 0 }],
};

/** Seals the report for a letterbox as a browser stores it. */
async function sealWithoutServer() {
  const waitingKey = await newKey();
  const box = await makeLetterbox(waitingKey, { owner: 'asha', formToken: 'asha.mac.report.upload' });
  const { key, letterbox } = await makeLetterKey(box);
  const row = { ...(await sealReport(report, { key })), letterbox };
  return { waitingKey, box, row, stored: { id: '1', owner: 'asha', at: 0, row } };
}

test('a report sealed without the server opens with the waiting key, and has the token of its form', async () => {
  const { waitingKey, stored } = await sealWithoutServer();
  const opened = await openStored(stored, { id: 'k', owner: 'asha', key: waitingKey });
  expect(opened.fields).toEqual([
    ['formToken', 'asha.mac.report.upload'],
    ['description', 'Tired'],
  ]);
  const [file] = opened.files;
  expect(file?.file.name).toBe('rash.png');
  expect(await (await file?.file.read(0, 7))?.text()).toBe('a photo');
});

test('it opens neither with another key nor for another account', async () => {
  const { waitingKey, stored } = await sealWithoutServer();
  const open = (key: CryptoKey, owner: string) =>
    openStored({ ...stored, owner, row: { ...stored.row, owner } }, { id: 'k', owner, key });
  await expect(open(await newKey(), 'asha')).rejects.toThrow();
  await expect(open(waitingKey, 'meera')).rejects.toThrow();
});

test('what is stored holds neither the text nor the photo nor the token', async () => {
  const { box, row } = await sealWithoutServer();
  const parts = [row.form, ...row.files.map(({ content }) => content)];
  const blobs = await Promise.all(parts.map(async (blob) => Buffer.from(await blob.arrayBuffer())));
  const keys = [...Object.values(box), ...Object.values(row.letterbox)].map((one) =>
    Buffer.from(one, 'base64'),
  );
  const all = Buffer.concat([...blobs, ...keys]).toString('latin1');
  for (const canary of ['Tired', 'a photo', 'rash.png', 'asha.mac']) expect(all).not.toContain(canary);
});

test('each report has a key of its own', async () => {
  const { box } = await sealWithoutServer();
  const senders = [(await makeLetterKey(box)).letterbox.sender, (await makeLetterKey(box)).letterbox.sender];
  expect(new Set(senders).size).toBe(2);
  await expect(
    openLetterKey(await newKey(), { ...box, sender: String(senders[0]), owner: 'asha' }),
  ).rejects.toThrow();
});
