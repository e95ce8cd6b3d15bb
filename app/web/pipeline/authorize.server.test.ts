import { beforeAll, expect, test } from 'vitest';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { aCall, anOperation, aViewer } from '../../../tests/support/call';
import { authorize } from './authorize.server';
import { formToken, formTokenField } from './form-token.server';
import { identify } from './run-operation.server';

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

test('a call is authorized before any byte of its body is read, and a form once its fields are', async () => {
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

test('a form acts for whom it was rendered, and for nobody else', async () => {
  const form = (operation: string) =>
    aCall(own, {
      isForm: true,
      findViewer: () => viewer,
      body: { [formTokenField]: formToken(viewer.id, operation) },
    });
  const state = form(own.name);
  await identify(state);
  expect(state.viewer).toBe(viewer);
  await expect(identify(form('another.operation'))).rejects.toMatchObject({ kind: 'otherViewer' });
});
