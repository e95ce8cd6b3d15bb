import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './app/platform/db/tables.ts',
  out: './drizzle',
});
