import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { runSql } from './raw';
import { isOnPostgres } from './test-database';

/** Resets every limit's count and multiplies the limits. */
export async function freshLimits(scale: number): Promise<void> {
  closeLimits();
  if (isOnPostgres) await runSql('alter table if exists limits_gone rename to limits; delete from limits');
  await openLimits({ path: ':memory:', scale });
}

/** Makes limits count in memory only, until `freshLimits`. */
export async function breakLimits(): Promise<void> {
  if (isOnPostgres) return runSql('alter table limits rename to limits_gone');
  const { secondLookLimits } = globalThis as unknown as {
    secondLookLimits: { store: { driver: { pragma(text: string): void } } };
  };
  secondLookLimits.store.driver.pragma('query_only = ON');
}
