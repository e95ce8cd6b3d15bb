import type { Move, RunSql } from './database-state';

/** Lists the moves a database took part in, newest first. */
export async function readMoves(run: RunSql): Promise<Move[]> {
  const rows = await run('select id, role, other, started_at, done_at from moves order by started_at desc');
  return (rows as [string, Move['role'], string, number, number | null][]).map(
    ([id, role, other, startedAt, doneAt]) => ({ id, role, other, startedAt, doneAt }),
  );
}

/** Records the start of a move, unless it is recorded already. */
export async function noteMove(
  run: RunSql,
  { id, role, other: otherDatabase, startedAt }: Omit<Move, 'doneAt'>,
): Promise<void> {
  await run(
    'insert into moves (id, role, other, started_at) values (?, ?, ?, ?) on conflict (id) do nothing',
    id,
    role,
    otherDatabase,
    startedAt,
  );
}

/** Records the end of a move. */
export async function endMove(run: RunSql, id: string, doneAt: number): Promise<void> {
  await run('update moves set done_at = ? where id = ?', doneAt, id);
}
