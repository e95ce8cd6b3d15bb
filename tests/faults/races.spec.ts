import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openConnection } from './support/connections.ts';
import { createRandom, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { openSharedDatabase } from './support/shared-database.ts';

const rounds = roundCount(200, 5);
let database: Awaited<ReturnType<typeof openSharedDatabase>>;
let firstConnection: Connection;
let secondConnection: Connection;
beforeAll(async () => {
  database = await openSharedDatabase();
  firstConnection = await openConnection(database.url);
  secondConnection = await openConnection(database.url);
});
afterAll(async () => {
  await firstConnection?.close();
  await secondConnection?.close();
  await database?.remove();
});

/** Counts the outcomes of a race and fails if one is wrong. */
async function race(name: string, round: () => Promise<{ outcome: string; wrong: unknown[] }>) {
  const outcomes: Record<string, number> = {};
  const wrong: unknown[] = [];
  for (let at = 0; at < rounds; at += 1) {
    const found = await round();
    outcomes[found.outcome] = (outcomes[found.outcome] ?? 0) + 1;
    wrong.push(...found.wrong);
  }
  printFigures(name, { rounds, ...outcomes, wrong: wrong.length });
  expect(wrong).toEqual([]);
}
const chance = createRandom(18);
/** Delays an action by up to `mostMs` milliseconds, so that either side may come first. */
const late = async <Result>(mostMs: number, act: () => Promise<Result>) => {
  await wait(chance() * mostMs);
  return act();
};
const rowsOf = (sql: string) => firstConnection.call('read', sql);

test(
  'stores one of four concurrent reviews of a report, and sends one e-mail',
  async () => {
    const patient = await firstConnection.call('patient');
    const doctors = await Promise.all([1, 2, 3, 4].map(() => firstConnection.call('expert')));
    await race('four reviewers', async () => {
      const id = await firstConnection.call('report', patient);
      const letters = "select count(*) as n from outbox where letter = 'reviewReady'";
      const [before] = await rowsOf(letters);
      const statuses = await Promise.all(
        doctors.map(({ token }, at) =>
          (at % 2 ? firstConnection : secondConnection).call('review', token, id, `Text ${at}`),
        ),
      );
      const [after] = await rowsOf(letters);
      const lines = await rowsOf(
        `select id from audit where action = 'report.reviewed' and object_id = '${id}'`,
      );
      const seen = [statuses.sort().join(' '), Number(after?.n) - Number(before?.n), lines.length];
      const isRight = String(seen) === '200 409 409 409,1,1';
      return { outcome: statuses.join(' '), wrong: isRight ? [] : [seen] };
    });
  },
  timeoutFor(10),
);

test(
  'lets no session of a log-in outlive a concurrent password reset',
  async () => {
    await race('log-in beside reset', async () => {
      const patient = await firstConnection.call('patient');
      const token = (await firstConnection.call('resetToken', patient.email)) ?? '';
      const [logIn, reset] = await Promise.all([
        late(150, () => firstConnection.call('logIn', patient.email)),
        secondConnection.call('reset', token),
      ]);
      const left = await rowsOf(`select kind from sessions where user_id = '${patient.id}'`);
      const isRight = reset === 200 && left.length === 0;
      return { outcome: `${logIn} and ${reset}`, wrong: isRight ? [] : [{ logIn, reset, left }] };
    });
  },
  timeoutFor(10),
);

test(
  'keeps one of the last two admins who delete their accounts at once',
  async () => {
    await race('two last admins', async () => {
      await firstConnection.call(
        'tamper',
        "update users set account_type = 'Patient' where account_type = 'Admin'",
      );
      const [first, second] = [await firstConnection.call('admin'), await firstConnection.call('admin')];
      const statuses = await Promise.all([
        firstConnection.call('deleteAccount', first),
        secondConnection.call('deleteAccount', second),
      ]);
      const left = await rowsOf("select id from users where account_type = 'Admin'");
      const outcome = statuses.sort().join(' ');
      return { outcome, wrong: left.length === 1 && outcome === '200 409' ? [] : [{ outcome, left }] };
    });
  },
  timeoutFor(10),
);

test(
  'leaves no report behind when its account is deleted during the upload',
  async () => {
    await race('deletion beside upload', async () => {
      const patient = await firstConnection.call('patient');
      const [deleted, uploaded] = await Promise.all([
        late(60, () => firstConnection.call('deleteAccount', patient)),
        secondConnection.call('upload', patient),
      ]);
      const left = await rowsOf(`select id from reports where patient_id = '${patient.id}'`);
      const isRight = deleted === 200 && left.length === 0;
      return {
        outcome: `${deleted}, upload ${uploaded === 200 ? 'first' : 'refused'}`,
        wrong: isRight ? [] : [{ deleted, uploaded, left }],
      };
    });
  },
  timeoutFor(10),
);

test(
  'accepts a doctor’s review only before a concurrent suspension',
  async () => {
    const [admin, patient] = [await firstConnection.call('admin'), await firstConnection.call('patient')];
    await race('suspension beside review', async () => {
      const doctor = await firstConnection.call('expert');
      const id = await firstConnection.call('report', patient);
      const [suspended, reviewed] = await Promise.all([
        late(20, () => firstConnection.call('suspend', admin, doctor.id)),
        secondConnection.call('review', doctor.token, id, 'All is well'),
      ]);
      const lines = await rowsOf(
        `select action from audit where (action = 'report.reviewed' and object_id = '${id}')
          or (action = 'expert.suspended' and object_id = '${doctor.id}') order by id`,
      );
      const actions = lines.map(({ action }) => action).join(', ');
      const expected = reviewed === 200 ? 'report.reviewed, expert.suspended' : 'expert.suspended';
      const isRight = suspended === 200 && actions === expected;
      return {
        outcome: `review ${reviewed}`,
        wrong: isRight ? [] : [{ suspended, reviewed, actions: actions }],
      };
    });
  },
  timeoutFor(10),
);

test(
  'checks five of forty concurrent guesses at a code from two connections, then refuses the right one',
  async () => {
    await race('forty guesses', async () => {
      const email = `guessed${chance()}@village.test`;
      const code = await firstConnection.call('codeFor', email);
      const wrong = Array.from({ length: 40 }, (_, at) =>
        String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'),
      );
      const statuses = await Promise.all(
        wrong.map((guess, at) => (at % 2 ? firstConnection : secondConnection).call('guess', email, guess)),
      );
      const [tries] = await rowsOf(
        `select max(tries) as tries from code_tries
          where expires_at = (select expires_at from codes where email = '${email}')`,
      );
      const rights = [
        await firstConnection.call('guess', email, code),
        await secondConnection.call('guess', email, code),
      ];
      const answers = [...new Set([...statuses, ...rights])].join(' ');
      const tryCount = Number(tries?.tries);
      const isRight = tryCount === 5 && answers === '422';
      return { outcome: `${tryCount} taken`, wrong: isRight ? [] : [{ taken: tryCount, answers }] };
    });
  },
  timeoutFor(10),
);

test(
  'lists another process’s rows at once, with exact counts while eight writers roll back',
  async () => {
    const [admin, patient] = [await firstConnection.call('admin'), await firstConnection.call('patient')];
    const moreConnections = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openConnection(database.url)));
    const writers = [firstConnection, secondConnection, ...moreConnections];
    const total = (by: Connection) => by.call('totalPending', admin);
    let differences = 0;
    for (let round = 0; round < roundCount(50, 5); round += 1) {
      await firstConnection.call('report', patient);
      if ((await total(firstConnection)) !== (await total(secondConnection))) differences += 1;
    }
    const moves = [
      "update reports set status = 'Reviewed', expert_id = 'x', reviewed_at = created_at where id in (select id from reports where status = 'Pending' order by id limit 3)",
      "update reports set status = 'Pending', expert_id = null, reviewed_at = null where id in (select id from reports where expert_id = 'x' order by id desc limit 2)",
      "update reports set report_type = 'MRI' where id in (select id from reports order by id desc limit 2)",
      `delete from reports where status = 'Pending' and id in (select id from reports order by id limit 1)`,
    ];
    await Promise.all(
      writers.map(async (writer, at) => {
        for (let step = 0; step < roundCount(100, 10); step += 1) {
          const sql = moves[(at + step) % (moves.length - (step % 5 ? 1 : 0))] ?? '';
          // PostgreSQL rolls back one of two transactions that wait for each other.
          await writer.call(step % 3 ? 'execute' : 'rollBack', sql).catch((error: Error) => {
            if (!error.message.includes('deadlock detected')) throw error;
          });
        }
      }),
    );
    const counted = await rowsOf(
      'select list, day, sum(rows) as rows from report_days group by list, day having sum(rows) <> 0 order by list, day',
    );
    const anew = await rowsOf(
      'select list, day, count(*) as rows from report_places group by list, day order by list, day',
    );
    printFigures('eight writers', { differences, days: counted.length });
    expect(differences).toBe(0);
    expect(counted).toEqual(anew);
    expect(counted.length).toBeGreaterThan(2);
    await Promise.all(moreConnections.map((connection) => connection.close()));
  },
  timeoutFor(10),
);
