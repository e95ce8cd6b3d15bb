import { describe, expect, test } from 'vitest';
import { isPlainOrVerified } from './setting-fields.server';

describe('a DATABASE_URL', () => {
  test.each([
    'file:data/app.db',
    ':memory:',
    'postgres://clinic:secret@localhost/app',
    'postgresql://127.0.0.1:5433/app',
    'postgres://[::1]/app',
    'postgres:///app',
    'postgres:///app?host=/run/postgresql',
    'postgres://localhost/app?host=/run/postgresql',
    'postgres://database.example/app?sslmode=verify-full',
    'postgres://database.example/app?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://database.example/app?sslmode=disable',
    'postgres://localhost/app?sslmode=verify-full',
  ])('may be %s', (url) => {
    expect(isPlainOrVerified(url)).toBe(true);
  });

  test.each([
    'postgres://database.example/app',
    'postgresql://192.168.1.5/app',
    'postgres://database.example/app?sslmode=',
    'postgres://database.example/app?sslmode=prefer',
    'postgres://database.example/app?sslmode=require',
    'postgres://database.example/app?sslmode=verify-ca',
    'postgres://database.example/app?sslmode=no-verify',
    'postgres://database.example/app?ssl=true',
    'postgres://database.example/app?SSLMODE=verify-full',
    // The driver uses the last of two values, and the host of the query.
    'postgres://database.example/app?sslmode=verify-full&sslmode=no-verify',
    'postgres://localhost/app?host=database.example',
    'postgres:///app?host=database.example',
    'postgres://localhost.example/app',
    'postgres://127.0.0.1.example/app',
    'postgres://user:pass/word@database.example:port/app',
  ])('may not be %s', (url) => {
    expect(isPlainOrVerified(url)).toBe(false);
  });
});
