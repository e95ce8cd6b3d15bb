// npm run audit:verify [-- 1234:abcdefghijklmnop]
//
// Checks that the audit log is unchanged, even while the server runs. The optional argument is the
// end that an earlier run printed: the log must still contain it.
import { type ChainCheck, type Flaw, verifyAudit } from '~/domain/audit/verify-chain.server';
import { openStores } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';

await operatorCommand(async () => {
  await openStores(getSettings());
  const check = await verifyAudit(process.argv[2]?.trim() || undefined);
  console.log(check.flaw ? sayFlaw(check.flaw) : sayWhole(check));
  if (check.flaw) process.exitCode = 1;
}, closeDatabase);

function sayWhole({ lines, older, end }: ChainCheck) {
  const old = older > 0 ? `, ${older} of them older than the chain and sealed by it` : '';
  const note = end ? `\nIts end is ${end}. Note it elsewhere, and give it to a later run.` : '';
  return `The audit log is whole: ${lines} lines${old}.${note}`;
}

function sayFlaw(flaw: Flaw) {
  const reasons = {
    line: 'it was changed, or one before it was removed, put in or moved',
    older: 'it, or one of the lines before it, was changed, removed or put in',
    unchained: 'it was not written by this program',
    end: 'lines after it were removed',
    noted: 'it is not the line that was noted',
  };
  if (flaw.kind === 'head')
    return 'The audit log is NOT whole: the seal of its end is missing or was changed.';
  return `The audit log is NOT whole. The first line that is wrong is ${flaw.id}: ${reasons[flaw.kind]}.`;
}
