// Downloads of a stored report, decrypted while it is read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { people } from '../lib/clinic.mjs';
import { inTurn, rateOf } from '../lib/measure.mjs';
import { send, uploadBody } from '../lib/reports.mjs';
import { compared } from '../lib/results.mjs';

export async function measure(bench) {
  const megabytes = bench.isSmall ? 1 : 10;
  const bytes = megabytes * 1024 * 1024;
  const { url } = await bench.empty('uploads', { MAX_UPLOAD_MB: '64' });
  const { token } = people.patient;
  const { data } = await send({ url: `${url}/api/v1/report/upload-report`, token, body: uploadBody(bytes) });
  const path = join(bench.folder, 'report.pdf');
  writeFileSync(path, Buffer.alloc(bytes, 'x'));
  const floor = await bench.floor({ FLOOR_FILE: path });
  const file = `${url}/files/raw/${data._id}`;
  const load = { connections: 16, seconds: bench.seconds(3) };
  const rows = [];
  const idleSeconds = bench.isSmall ? 1 : 60;
  for (const [work, least, range, idle] of [
    [`download of ${megabytes} MB, whole, 16 at once`, 0.8, undefined],
    [`the same after ${idleSeconds} s without a request`, 0.8, undefined, idleSeconds],
    [
      'a range of 1 MB in the middle of it, 16 at once',
      0.5,
      `bytes=${bytes / 2}-${Math.min(bytes, bytes / 2 + 1024 * 1024) - 1}`,
    ],
  ]) {
    const requested = range ? { range } : {};
    if (idle) await wait(idle * 1000);
    const { ours, theirs: floorRates } = await inTurn(
      {
        ours: () =>
          rateOf({ url: file, headers: { authorization: `Bearer ${token}`, ...requested }, ...load }),
        theirs: () => rateOf({ url: `${floor.url}/download`, headers: requested, ...load }),
      },
      bench.rounds(5),
    );
    rows.push(
      compared({
        work,
        ours,
        theirs: floorRates,
        unit: '/s',
        goal: `≥ ${least} of createReadStream`,
        isMet: (ratio) => ratio >= least,
      }),
    );
  }
  return { rows };
}
