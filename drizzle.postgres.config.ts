import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './app/platform/db/postgres/postgres-tables.ts',
  out: './drizzle/postgres',
});
