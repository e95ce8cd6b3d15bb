type Holder = { secondLookDb: { sqlite: { serialize(): Buffer } } };

/** Every byte the open database holds, as it would lie on disk, read as Latin-1 text. */
export function rawDatabase(): string {
  return (globalThis as unknown as Holder).secondLookDb.sqlite.serialize().toString('latin1');
}
