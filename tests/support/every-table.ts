import { getTableColumns, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { copiedTables, type RawDatabase, type RawRow } from '~/platform/db/core/copied-tables.server';
import * as accountabilityTables from '~/platform/db/core/tables/accountability.server';
import * as accountTables from '~/platform/db/core/tables/accounts.server';
import * as alertTables from '~/platform/db/core/tables/alerts.server';
import * as changeTables from '~/platform/db/core/tables/changes.server';
import * as clinicTables from '~/platform/db/core/tables/clinic.server';
import * as disputeTables from '~/platform/db/core/tables/disputes.server';
import * as dutyTables from '~/platform/db/core/tables/duty.server';
import * as keyTables from '~/platform/db/core/tables/keys.server';
import * as stepTables from '~/platform/db/core/tables/next-steps.server';
import * as notificationTables from '~/platform/db/core/tables/notifications.server';
import * as reportTables from '~/platform/db/core/tables/reports.server';
import * as shareTables from '~/platform/db/core/tables/shares.server';
import * as slipTables from '~/platform/db/core/tables/slips.server';
import * as toTellTables from '~/platform/db/core/tables/to-tell.server';
import * as uploadTables from '~/platform/db/core/tables/uploads.server';
import * as webhookTables from '~/platform/db/core/tables/webhooks.server';

const tables = {
  ...clinicTables,
  ...accountTables,
  ...accountabilityTables,
  ...alertTables,
  ...changeTables,
  ...reportTables,
  ...shareTables,
  ...slipTables,
  ...disputeTables,
  ...dutyTables,
  ...keyTables,
  ...notificationTables,
  ...stepTables,
  ...toTellTables,
  ...uploadTables,
  ...webhookTables,
};

const oddTexts = ['plain', 'O\'Brien \\ "Dev"', '{नमस्ते, "x"}', '', 'NULL', 'line\nbreak 🙂'];

/**
 * Fills every table that is copied with made-up rows, bypassing the product: null and not null,
 * each kind of value, and more rows of one table than one read fetches.
 */
export async function fillEveryTable(database: RawDatabase, rowsOf: Record<string, number> = {}) {
  const all = Object.values(tables).filter((one) => is(one, SQLiteTable)) as SQLiteTable[];
  const columnsOf = new Map(
    all.map((one) => [
      (one as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')],
      Object.values(getTableColumns(one)),
    ]),
  );
  await database.fill(async (_run, insert) => {
    for (const table of copiedTables) {
      const count = rowsOf[table.name] ?? 7;
      const columns = columnsOf.get(table.name) ?? [];
      const rows = Array.from(
        { length: count },
        (_, at): RawRow =>
          table.columns.map(({ name, kind }) => {
            const column = columns.find((one) => one.name === name);
            if (!column?.notNull && at % 3 === 1 && !table.key.includes(name)) return null;
            const isKeyAlone = table.key.length === 1 && table.key[0] === name;
            if (column?.enumValues?.length && !isKeyAlone)
              return column.enumValues[at % column.enumValues.length] ?? null;
            if (/^(?:user_id|patient_id|expert_id|account_id|helper_id)$/.test(name))
              return `users-id-${at % 7}`;
            const referenced = /^(report|share|webhook|complaint)_id$/.exec(name)?.[1];
            if (referenced) return `${referenced}s-id-${at % 7}`;
            if (kind === 'number')
              return table.name === 'report_days' && name === 'slot' ? 0 : at * 86_400_007 + 1;
            if (kind === 'flag') return at % 2;
            if (kind === 'bytes') return Buffer.from([0, at % 256, 255, 39, 92]);
            const isOwn =
              table.key.includes(name) ||
              /email|name$|key$|^number$|^credential_id$|^(?:secret|token|endpoint|session)_hash$/.test(name);
            return isOwn ? `${table.name}-${name}-${at}` : (oddTexts[at % oddTexts.length] ?? '');
          }),
      );
      for (let at = 0; at < rows.length; at += 1000) await insert(table, rows.slice(at, at + 1000));
    }
  });
}
