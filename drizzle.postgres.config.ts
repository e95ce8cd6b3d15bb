import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './app/platform/db/engine/postgres/postgres-tables.ts',
  out: './drizzle/postgres',
});
