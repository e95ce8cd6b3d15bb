import { beforeAll, expect, test } from 'vitest';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { aCall, anOperation, aViewer } from '../../../tests/support/call';
import { authorize } from './authorize.server';
import { formToken, formTokenField } from './form-token.server';
import { identify } from './run-operation.server';

beforeAll(() => setSessionSecret('a secret of thirty-two characters'));

const viewer = aViewer();
const ownAccountOperation = anOperation({ allow: 'account.own' });

test('finds the viewer of a call once', async () => {
  const lookups: string[] = [];
  const findViewer = () => {
    lookups.push('who');
    return viewer;
  };
  const state = aCall(ownAccountOperation, { findViewer });
  expect(state.viewer).toBeNull();
  await identify(state);
  expect([state.viewer, lookups]).toEqual([viewer, ['who']]);
});

test('refuses a guest as signed out, and a wrong role as forbidden', async () => {
  await expect(authorize(aCall(ownAccountOperation))).rejects.toMatchObject({ kind: 'signedOut' });
  const state = aCall(anOperation({ allow: 'report.listPending' }));
  state.viewer = viewer;
  await expect(authorize(state)).rejects.toMatchObject({ kind: 'forbidden', code: 'forbidden' });
});

test('requires a demanded second factor first, unless the policy says otherwise', async () => {
  const state = aCall(ownAccountOperation);
  state.viewer = aViewer({ needs2faSetup: true });
  await expect(authorize(state)).rejects.toMatchObject({ code: 'secondFactorSetUpRequired' });
  const setUp = aCall({ ...ownAccountOperation, policy: { secondFactor: 'optional' } });
  setUp.viewer = state.viewer;
  await expect(authorize(setUp)).resolves.toBeUndefined();
});

test('authorizes a call before reading its body, and a form after reading its fields', async () => {
  const body = () =>
    new ReadableStream(
      { pull: (controller) => controller.enqueue(Buffer.from('x=1&')) },
      { highWaterMark: 0 },
    );
  const request = new Request('http://clinic.test/', {
    method: 'POST',
    body: body(),
    duplex: 'half',
  } as RequestInit);
  const state = aCall(anOperation({ allow: 'report.listPending' }), { request, findViewer: () => viewer });
  await identify(state);
  await expect(authorize(state)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(request.bodyUsed).toBe(false);
});

test('runs a form only for the account it was rendered for', async () => {
  const form = (operation: string) =>
    aCall(ownAccountOperation, {
      isForm: true,
      findViewer: () => viewer,
      body: { [formTokenField]: formToken(viewer.id, operation) },
    });
  const state = form(ownAccountOperation.name);
  await identify(state);
  expect(state.viewer).toBe(viewer);
  await expect(identify(form('another.operation'))).rejects.toMatchObject({ kind: 'otherViewer' });
});
