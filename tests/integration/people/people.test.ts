import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { people } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { deleteAccountOf } from '../../support/accounts';
import { a, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  addPersonByApi,
  aPersonOf,
  changePersonByApi,
  childFields,
  type Person,
  peopleOfApi,
  removePersonByApi,
} from '../../support/people';
import { aReportOf } from '../../support/reports';
import { reportsOf } from '../../support/visits';

const clinic = clinicForFile();

const thisYear = new Date().getFullYear();
const same = 'Someone with this name and year of birth is already on your list.';
const listOf = async (owner: Somebody) => (await peopleOfApi(owner)).json.data as Person[];
const actionsOn = async (objectId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, objectId)).orderBy(audit.id)).map(
    ({ action }) => action,
  );

describe('the people of an account', () => {
  test('are added, corrected and listed with their age, oldest entry first', async () => {
    const asha = await a.patient();
    const ravi = await aPersonOf(asha);
    const mother = await aPersonOf(asha, {
      name: 'Kamla',
      birthYear: 1950,
      sex: 'female',
      relation: 'parent',
    });
    expect(ravi).toMatchObject({
      name: 'Ravi Devi',
      birthYear: thisYear - 7,
      age: 7,
      sex: 'male',
      reports: 0,
    });
    const { status, json } = await changePersonByApi(asha, ravi._id, childFields({ name: 'Ravi Kumar' }));
    expect([status, (json.data as Person).name]).toEqual([200, 'Ravi Kumar']);
    expect((await listOf(asha)).map(({ _id, name }) => [_id, name])).toEqual([
      [ravi._id, 'Ravi Kumar'],
      [mother._id, 'Kamla'],
    ]);
    expect(await actionsOn(ravi._id)).toEqual(['people.changed', 'people.changed']);
  });

  test('need only a name through the API, and missing fields stay unset', async () => {
    const asha = await a.patient();
    const { json } = await addPersonByApi(asha, { name: 'Gita' });
    expect(json.data).toMatchObject({ birthYear: null, age: null, sex: 'unsaid', relation: 'other' });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a year that is still to come', { birthYear: thisYear + 1 }, 'birthYear'],
    ['a year before 1900', { birthYear: 1899 }, 'birthYear'],
    ['a year that is none', { birthYear: 'young' }, 'birthYear'],
    ['a sex there is not', { sex: 'm' }, 'sex'],
    ['a relation there is not', { relation: 'aunt' }, 'relation'],
  ])('are refused with %s', async (_what, wrong, field) => {
    const { status, json } = await addPersonByApi(await a.patient(), childFields(wrong));
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
  });

  test('are two with the same name and year of birth only if the caller says so', async () => {
    const asha = await a.patient();
    await aPersonOf(asha);
    const again = childFields({ name: ' ravi  DEVI ' });
    const { status, json } = await addPersonByApi(asha, again);
    expect([status, json.code, json.message]).toEqual([409, 'same_person', same]);
    expect((await addPersonByApi(asha, { ...again, same: 'yes' })).status).toBe(200);
    const sister = await aPersonOf(asha, { birthYear: thisYear - 9 });
    expect((await changePersonByApi(asha, sister._id, again)).json.code).toBe('same_person');
    expect((await changePersonByApi(asha, sister._id, { ...again, same: 'yes' })).status).toBe(200);
    expect(await listOf(asha)).toHaveLength(3);
    // Another account's list is not affected.
    expect((await addPersonByApi(await a.patient(), again)).status).toBe(200);
  });

  test('include the account holder once, who stays the holder', async () => {
    const asha = await a.patient();
    const self = await aPersonOf(asha, { name: 'Asha Devi', birthYear: 1984, relation: 'self' });
    const { status, json } = await addPersonByApi(asha, { name: 'Me', relation: 'self' });
    expect([status, json.message]).toEqual([409, 'You are already on your list.']);
    const child = await aPersonOf(asha);
    const changes = [
      await changePersonByApi(asha, self._id, childFields({ name: 'Asha Devi', birthYear: 1984 })),
      await changePersonByApi(asha, child._id, childFields({ relation: 'self' })),
    ];
    expect(changes.map((answer) => [answer.status, Object.keys(answer.json.errors ?? {})])).toEqual([
      [422, ['relation']],
      [422, ['relation']],
    ]);
    const another = await a.patient();
    const atOnce = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => addPersonByApi(another, { name, relation: 'self' })),
    );
    expect(atOnce.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  test('are 20 at most: one of the 20th and the 21st at once is refused', async () => {
    const asha = await a.patient();
    for (let number = 1; number <= 19; number += 1) await aPersonOf(asha, { name: `Child ${number}` });
    const atOnce = await Promise.all(
      ['One', 'Another'].map((name) => addPersonByApi(asha, childFields({ name }))),
    );
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(atOnce.find(({ status }) => status === 409)?.json.message).toBe(
      'Your list can have at most 20 people. Please remove someone first.',
    );
    expect(await listOf(asha)).toHaveLength(20);
    // A report for a 21st person is refused as well, and nothing is kept.
    await expect(aReportOf(asha, { personName: 'One more', relation: 'other' })).rejects.toThrow(
      /at most 20/,
    );
    expect((await reportsOf(asha.id, asha)).json.data).toEqual([]);
  });

  test('are not found by another account', async () => {
    const [asha, ravi] = [await a.patient(), await a.patient()];
    const { _id } = await aPersonOf(asha);
    const tried = [
      await changePersonByApi(ravi, _id, childFields()),
      await removePersonByApi(ravi, _id),
      await changePersonByApi(ravi, 'nobody', childFields()),
    ];
    expect(tried.map(({ status, json }) => [status, json.message])).toEqual(
      tried.map(() => [404, 'This person is not on your list']),
    );
    await expect(aReportOf(ravi, { personId: _id })).rejects.toThrow('This person is not on your list');
    expect(await listOf(asha)).toHaveLength(1);
  });
});

describe('a person removed from the list', () => {
  test('leaves their reports, with what was recorded of them', async () => {
    const asha = await a.patient();
    const ravi = await aPersonOf(asha);
    const report = await aReportOf(asha, { personId: ravi._id });
    expect((await removePersonByApi(asha, ravi._id)).status).toBe(200);
    const [listedReport] = (await reportsOf(asha.id, asha)).json.data as { _id: string; about: unknown }[];
    expect(listedReport).toMatchObject({ _id: report._id, about: { name: 'Ravi Devi', age: 7 } });
    expect(await listOf(asha)).toEqual([]);
    expect(await db().select().from(people).where(eq(people.accountId, asha.id))).toEqual([]);
    expect(await actionsOn(ravi._id)).toEqual(['people.changed', 'people.removed']);
  });

  test('takes their own reports along on request, and nobody else’s', async () => {
    const asha = await a.patient();
    const [ravi, gita] = [await aPersonOf(asha), await aPersonOf(asha, { name: 'Gita' })];
    for (const { _id: personId } of [ravi, ravi, gita]) await aReportOf(asha, { personId });
    const ownReport = await aReportOf(asha);
    expect((await listOf(asha)).map(({ reports: count }) => count)).toEqual([2, 1]);
    const before = (await clinic.storedFiles()).length;
    expect((await removePersonByApi(asha, ravi._id, '?deleteReports=true')).status).toBe(200);
    const rows = await db().select().from(reports).where(eq(reports.patientId, asha.id));
    expect(rows.map(({ personId }) => personId).sort()).toEqual([gita._id, null].sort());
    expect(rows.map(({ id }) => id)).toContain(ownReport._id);
    expect((await clinic.storedFiles()).length).toBe(before - 4);
    expect((await removePersonByApi(asha, ravi._id)).status).toBe(404);
  });

  test('is deleted with the account', async () => {
    const asha = await a.patient();
    await aPersonOf(asha);
    expect((await deleteAccountOf(asha)).status).toBe(200);
    expect(await db().select().from(people).where(eq(people.accountId, asha.id))).toEqual([]);
  });
});
