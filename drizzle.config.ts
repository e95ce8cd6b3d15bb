import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './app/platform/db/core/tables/*.server.ts',
  out: './drizzle',
});
