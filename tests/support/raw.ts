type Holder = { secondLookDb: { sqlite: { serialize(): Buffer; exec(sql: string): void } } };

/** Every byte the open database holds, as it would lie on disk, read as Latin-1 text. */
export function rawDatabase(): string {
  return (globalThis as unknown as Holder).secondLookDb.sqlite.serialize().toString('latin1');
}

/**
 * Writes to the open database behind the product's back, as somebody does who has its file: nothing
 * refuses a change of the audit log.
 */
export function tamper(sql: string) {
  const { sqlite } = (globalThis as unknown as Holder).secondLookDb;
  sqlite.exec(`drop trigger if exists audit_no_update; drop trigger if exists audit_no_delete; ${sql}`);
}
