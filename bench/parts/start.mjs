// Time from the start to the first answer, and memory of an idle server.
import { setTimeout as wait } from 'node:timers/promises';
import { inTurn } from '../lib/measure.mjs';
import { alone, compared } from '../lib/results.mjs';
import { floorBuild, residentOf, startServer } from '../lib/servers.mjs';

export async function measure(bench) {
  const settings = await bench.settingsOfEmpty('start');
  const once = async (options) => {
    const server = await startServer(options);
    await wait(bench.seconds(1) * 1000);
    const resident = residentOf(server.pid) / 1024;
    await server.stop();
    return { seconds: server.startedIn / 1000, resident };
  };
  const results = await inTurn(
    { ours: () => once({ settings }), theirs: () => once({ build: floorBuild, settings: {} }) },
    bench.rounds(15),
  );
  const seriesOf = (name) => ({
    ours: results.ours.map((one) => one[name]),
    theirs: results.theirs.map((one) => one[name]),
  });
  return {
    rows: [
      alone({
        work: 'cold start to the first 200',
        ours: seriesOf('seconds').ours,
        unit: 's',
      }),
      compared({
        work: 'cold start, beside bare Remix',
        ...seriesOf('seconds'),
        unit: 's',
        goal: '≤ 1.65×',
        isMet: (ratio) => ratio <= 1.65,
      }),
      alone({
        work: 'resident memory, idle',
        ours: seriesOf('resident').ours,
        unit: 'MB',
        goal: '≤ 110 MB',
        isMet: (size) => size <= 110,
      }),
      compared({ work: 'resident memory, beside bare Remix', ...seriesOf('resident'), unit: 'MB' }),
    ],
  };
}
