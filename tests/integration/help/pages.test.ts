import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as help from '~/routes/dashboard/help/help';
import * as sendFor from '~/routes/dashboard/help/send-for';
import { a, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { slipFrom } from '../../support/desk';
import { uploadFields } from '../../support/reports';
import { getPage, postPage } from '../../support/requests';
import { visit } from '../../support/url-map';

let helper: Somebody;
let clerk: Somebody;
clinicForFile();
beforeAll(async () => {
  helper = await a.helper();
  clerk = await a.clerk();
});

const find = (by: Somebody, fields: Record<string, string>) =>
  postPage(help, { path: '/dashboard/help/find', params: { part: 'find' }, cookie: by.cookie, fields });

const personOn = async (userId: string, cookie: string) => {
  const page = { path: `/dashboard/help/send/${userId}`, params: { userId }, cookie };
  return (await getPage(sendFor, page)).data as {
    data: Record<string, unknown> | null;
    defaults: Record<string, string>;
  };
};

async function send(by: Somebody, userId: string, fields: Record<string, string>) {
  const form = uploadFields(await fixture('rash.png'));
  for (const [name, value] of Object.entries({ mode: 'thumb', ...fields })) form.set(name, value);
  const path = `/dashboard/help/send/${userId}`;
  return postPage(sendFor, { path, params: { userId }, cookie: by.cookie, fields: form });
}

const sentBy = (helperId: string) => db().select().from(reports).where(eq(reports.sentBy, helperId));

describe('the page for sending', () => {
  test('shows one’s own people with their number, and nobody to another helper', async () => {
    const { userId } = await slipFrom(helper, { firstName: 'Uma', birthYear: 1961 });
    const { data, defaults } = await personOn(userId, helper.cookie);
    expect(data).toMatchObject({ firstName: 'Uma', birthYear: 1961, phoneEnd: '5678', clinicNumber: null });
    expect(defaults.phoneNumber?.replace(/\D/g, '')).toContain('9812345678');
    const other = await a.helper();
    expect((await personOn(userId, other.cookie)).data).toBeNull();
    expect((await personOn('nobody', other.cookie)).data).toBeNull();
  });

  test('shows a stranger by clinic number and year, neither of which stands in an address', async () => {
    const other = await a.helper();
    const { userId, clinicNumber } = await slipFrom(clerk, { firstName: 'Kamala', birthYear: 1950 });
    const wrong = await find(other, { clinicNumber, birthYear: '1951' });
    expect([wrong.status, wrong.message]).toEqual([
      404,
      'Clinic number and year of birth do not belong together. Please ask again.',
    ]);
    const found = await find(other, { clinicNumber: clinicNumber.toLowerCase(), birthYear: '1950' });
    expect(found.location).toBe(`/dashboard/help/send/${userId}`);

    const cookie = `${other.cookie}; ${found.cookies}`;
    const { data, defaults } = await personOn(userId, cookie);
    expect(data).toMatchObject({ firstName: 'Kamala', birthYear: 1950, phoneEnd: '', phoneNumber: null });
    expect(JSON.stringify([data, defaults])).not.toContain('12345678');
    const { userId: another } = await slipFrom(clerk, { firstName: 'Ila', birthYear: 1950 });
    expect((await personOn(another, cookie)).data).toBeNull();
    expect((await personOn(userId, `${helper.cookie}; ${found.cookies}`)).data).toBeNull();
  });

  test('sends for one’s own people and for a stranger, whose report it is', async () => {
    const by = await a.helper();
    const own = await slipFrom(by, { firstName: 'Ravi', birthYear: 1960 });
    const stranger = await slipFrom(clerk, { firstName: 'Sita', birthYear: 1955 });
    const { clinicNumber } = stranger;
    expect((await send(by, own.userId, { clinicNumber: '', birthYear: '1960' })).location).toBe(
      '/dashboard/help/sent',
    );
    expect((await send(by, stranger.userId, { clinicNumber: '', birthYear: '1955' })).status).toBe(404);
    expect((await send(by, own.userId, { clinicNumber, birthYear: '1955' })).status).toBe(404);
    expect((await send(by, stranger.userId, { clinicNumber, birthYear: '1955' })).location).toBe(
      '/dashboard/help/sent',
    );
    const owners = (await sentBy(by.id)).map(({ patientId }) => patientId);
    expect(owners.sort()).toEqual([own.userId, stranger.userId].sort());
  });

  test('wants consent, a witness of spoken words, and a guardian for somebody under 18', async () => {
    const by = await a.helper();
    const birthYear = String(new Date().getFullYear() - 10);
    const { userId } = await slipFrom(by, { firstName: 'Ila', birthYear: Number(birthYear) });
    const fields = { clinicNumber: '', birthYear };
    const mistakesOf = async (more: Record<string, string>) =>
      Object.keys((await send(by, userId, { ...fields, ...more })).fieldErrors);
    expect(await mistakesOf({ consent: '' })).toContain('consent');
    expect(await mistakesOf({ mode: 'spoken', guardianName: 'Asha' })).toEqual(['witness']);
    expect(await mistakesOf({})).toEqual(['guardianName']);
    expect(await sentBy(by.id)).toEqual([]);
    expect((await send(by, userId, { ...fields, guardianName: 'Asha' })).location).toBe(
      '/dashboard/help/sent',
    );
  });
});

test('the pages of a helper are closed to everybody else, the front desk too', async () => {
  for (const page of ['/dashboard/help/:part?', '/dashboard/help/sent'])
    expect((await visit(page, clerk)).location).toBe('/dashboard/home');
});
