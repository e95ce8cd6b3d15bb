import { beforeAll, expect, test } from 'vitest';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { formToken, formTokenField } from '~/web/pages/form-token.server';
import { aCall, anOperation, aViewer } from '../../../../tests/support/call';
import { authorize, authorizeForm } from './authorize.server';
import { identify, identifyByForm } from './identify.server';

beforeAll(() => setSessionSecret('a secret of thirty-two characters'));

const viewer = aViewer();
const own = anOperation({ allow: 'account.own' });

test('who asks is found out by the call, once', async () => {
  const lookups: string[] = [];
  const findViewer = () => {
    lookups.push('who');
    return viewer;
  };
  const state = aCall(own, { findViewer });
  expect(state.viewer).toBeNull();
  await identify(state);
  expect([state.viewer, lookups]).toEqual([viewer, ['who']]);
});

test('a call of nobody is signed out, and one of a wrong role forbidden', async () => {
  await expect(authorize(aCall(own))).rejects.toMatchObject({ kind: 'signedOut' });
  const state = aCall(anOperation({ allow: 'report.listPending' }));
  state.viewer = viewer;
  await expect(authorize(state)).rejects.toMatchObject({ kind: 'forbidden', code: 'forbidden' });
});

test('a second factor that is demanded comes first, unless the policy says otherwise', async () => {
  const state = aCall(own);
  state.viewer = aViewer({ needs2faSetup: true });
  await expect(authorize(state)).rejects.toMatchObject({ code: 'secondFactorSetUpRequired' });
  const setUp = aCall({ ...own, policy: { secondFactor: 'optional' } });
  setUp.viewer = state.viewer;
  await expect(authorize(setUp)).resolves.toBeUndefined();
});

test('the form of somebody who is signed in waits for its fields; that of nobody does not', async () => {
  const state = aCall(anOperation({ allow: 'report.listPending' }), { isForm: true });
  state.viewer = viewer;
  await expect(authorize(state)).resolves.toBeUndefined();
  await expect(authorizeForm(state)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(authorize(aCall(own, { isForm: true }))).rejects.toMatchObject({ kind: 'signedOut' });
});

test('a form acts for whom it was rendered, and for nobody else', async () => {
  const state = aCall(own, { isForm: true });
  state.viewer = viewer;
  state.values = { [formTokenField]: formToken(viewer.id, own.name) };
  await identifyByForm(state);
  expect(state.viewer).toBe(viewer);
  state.values = { [formTokenField]: formToken(viewer.id, 'another.operation') };
  await expect(identifyByForm(state)).rejects.toMatchObject({ kind: 'otherViewer' });
});
