// npm run audit:verify [-- 1234:abcdefghijklmnop]
//
// Checks that the audit log is unchanged, even while the server runs. The optional argument is the
// end that an earlier run printed: the log must still contain it.
import { type ChainCheck, type Flaw, verifyAudit } from '~/domain/audit/verify-chain.server';
import { openStores } from '~/ops/start.server';
import { closeDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { getSettings } from '~/platform/settings/env.server';
import { operatorCommand } from './lib/operator-command';

await operatorCommand(async () => {
  const earlierEnd = process.argv[2]?.trim() || undefined;
  if (earlierEnd && !/^\d+:[\w-]+$/.test(earlierEnd))
    throw new OperatorError(
      `${earlierEnd} is not an end that this command prints, such as 1234:abcdefghijklmnop. Nothing was checked.`,
    );
  await openStores(getSettings());
  const check = await verifyAudit(earlierEnd);
  console.log(check.flaw ? sayFlaw(check.flaw) : sayWhole(check));
  if (check.flaw) process.exitCode = 1;
}, closeDatabase);

function sayWhole({ lines, older, end }: ChainCheck) {
  const old = older > 0 ? `, including ${older} from before the chain, which it seals` : '';
  const note = end ? `\nIts end is ${end}. Write it down elsewhere, and pass it to a later run.` : '';
  return `The audit log is intact: ${lines} lines${old}.${note}`;
}

function sayFlaw(flaw: Flaw) {
  const reasons = {
    line: 'it was changed, or a line before it was removed, inserted or moved',
    older: 'it or a line before it was changed, removed or inserted',
    unchained: 'it was not written by this program',
    end: 'lines after it were removed',
    noted: 'it is not the line written down earlier',
  };
  if (flaw.kind === 'head')
    return 'The audit log is NOT intact: the seal of its end is missing or was changed.';
  return `The audit log is NOT intact. The first wrong line is ${flaw.id}: ${reasons[flaw.kind]}.`;
}
