import { expect, test } from 'vitest';
import { z } from 'zod';
import { UnreadableBody } from '~/web/body/unreadable-body';
import { aCall, anOperation } from '../../../tests/support/call';
import type { CallState } from './call-state';
import { parse } from './parse.server';
import { receiveContent } from './receive.server';

const operation = anOperation({ input: z.object({ name: z.string() }) });

const take = async (state: CallState) => {
  await parse(state);
  await receiveContent(state);
};

test('lets the route override the body, and the body the query', async () => {
  const body = { name: 'body', reportId: 'body', page: 'body' };
  const query = () => ({ page: 'query', limit: 'query' });
  const state = aCall(operation, { body, query, routeInput: { reportId: 'route' } });
  await take(state);
  expect(state.values).toEqual({ name: 'body', page: 'body', limit: 'query', reportId: 'route' });
  expect([state.files, state.fileError]).toEqual([[], undefined]);
});

test('keeps the input of a form to show it again, including empty fields', async () => {
  const request = new Request('http://clinic.test/', { method: 'POST', body: 'name=Asha&about=' });
  request.headers.set('Content-Type', 'application/x-www-form-urlencoded');
  const state = aCall(operation, { request });
  await take(state);
  expect([...(state.fields ?? [])]).toEqual([
    ['name', 'Asha'],
    ['about', ''],
  ]);
  expect(state.values).toEqual({ name: 'Asha' });
});

test('reports a body that is not JSON as unreadable', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request('http://clinic.test/', { method: 'POST', headers, body: '{' });
  await expect(take(aCall(operation, { request }))).rejects.toBeInstanceOf(UnreadableBody);
});

test('reports a missing file', async () => {
  const state = aCall(
    { ...operation, file: { field: 'file', description: 'A file.', missingMessage: 'upload.empty' } },
    { body: { name: 'Asha' } },
  );
  await expect(take(state)).rejects.toMatchObject({
    fieldErrors: [{ field: 'file', messageKey: 'upload.empty', kind: 'invalid' }],
  });
});
