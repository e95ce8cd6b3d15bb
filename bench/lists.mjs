// What pages of long lists cost, as multiples of the first page and of a small clinic.
//
// npm run bench:lists -- [postgres] [reports] [rounds]
//
// Fills a clinic with 1,000 reports and one with so many (1,000,000 if nothing is said) on SQLite,
// or on a PostgreSQL of its own, and calls the operations behind pages and API calls in this
// process: what `npm run bench -- postgres` measures on PostgreSQL, for either database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClinic } from './lib/clinic.mjs';
import { listRows } from './lib/list-times.mjs';
import { clinicsOfPostgres } from './lib/postgres-clinic.mjs';
import { tableOf } from './lib/results.mjs';

const words = process.argv.slice(2);
const [reports = 1_000_000, rounds = 5] = words.map(Number).filter((number) => number > 0);
const sizes = [1000, reports];
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
const postgres = words.includes('postgres') ? await clinicsOfPostgres() : undefined;
const make = postgres?.make ?? makeClinic;

try {
  const clinics = [];
  for (const size of sizes) clinics.push(await make({ folder: join(folder, `${size}`), reports: size }));
  const names = sizes.map((size) => size.toLocaleString('en'));
  console.log(tableOf(await listRows({ small: clinics[0], large: clinics[1], names, rounds })));
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
