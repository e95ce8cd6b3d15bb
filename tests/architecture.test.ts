// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the made-up files hold template literals as text.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { violations } from './support/architecture.ts';

const root = new URL('../', import.meta.url);
const binary = /\.(?:png|jpe?g|gif|webp|ico|woff2?|pdf)$/;

function appFiles() {
  return readdirSync(fileURLToPath(new URL('app', root)), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !binary.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
    .map((full) => ({ path: full.slice(full.lastIndexOf('/app/') + 1), text: readFileSync(full, 'utf8') }));
}

/** One made-up file. */
function file(path: string, ...lines: string[]) {
  return violations([{ path, text: lines.join('\n') }]);
}

describe('the layers of app/', () => {
  test('keeps every rule of the architecture', () => {
    const files = appFiles();
    expect(files.length, 'files read').toBeGreaterThan(20);
    for (const layer of ['routes', 'web', 'domain', 'platform', 'ui', 'i18n', 'ops']) {
      expect(files.filter(({ path }) => path.startsWith(`app/${layer}/`)).length, layer).toBeGreaterThan(0);
    }
    expect(violations(files)).toEqual([]);
  });
});

describe('an import that turns back', () => {
  const wrong: [path: string, line: string][] = [
    ['app/routes/public/home.tsx', "import { db } from '~/platform/db/db.server';"],
    ['app/routes/public/home.tsx', "import type { Db } from '~/platform/db/db.server';"],
    ['app/web/pages/page-action.server.ts', "import { Button } from '~/ui/button';"],
    ['app/web/pages/page-action.server.ts', "import { loader } from '~/routes/public/home';"],
    [
      'app/domain/reports/submit/upload-report.server.ts',
      "import { page } from '~/web/pages/page-action.server';",
    ],
    ['app/domain/reports/submit/upload-report.server.ts', "import { en } from '~/i18n/messages/en';"],
    ['app/domain/reports/submit/upload-report.server.ts', "import { Card } from '../../../ui/card';"],
    ['app/platform/mail/send.server.ts', "import { refuse } from '~/domain/refusal';"],
    ['app/platform/mail/send.server.ts', "import type { Viewer } from '../../domain/viewer.ts';"],
    ['app/platform/mail/send.server.ts', "import { en } from '~/i18n/messages/en';"],
    ['app/ui/card.tsx', "import { accept } from '~/web/pages/page-action.server';"],
    ['app/ui/card.tsx', "import { env } from '~/platform/env.server';"],
    ['app/ui/card.tsx', "import { uploadReport } from '~/domain/reports/upload.server';"],
    ['app/ui/card.tsx', "import { type Report, uploadReport } from '~/domain/reports/upload.server';"],
    ['app/ui/card.tsx', "import Home from '../routes/public/home';"],
    ['app/i18n/en.ts', "import { kinds } from '~/domain/reports/constants';"],
    ['app/i18n/en.ts', "import { Card } from '~/ui/card';"],
    ['app/i18n/en.ts', "import type { RefusalKey } from '~/domain/refusal';"],
    ['app/ops/start.server.ts', "import { Card } from '~/ui/card';"],
    ['app/web/http/x.server.ts', "import { startServer } from '~/ops/start.server';"],
    ['app/i18n/en.ts', "import { reportTypes } from '~/platform/enums';"],
    ['app/i18n/en.ts', "import { readFileSync } from 'node:fs';"],
    ['app/ui/card.tsx', "import { createHash } from 'node:crypto';"],
    ['app/ui/card.tsx', "import { App } from '~/root';"],
    ['app/domain/x.ts', "export * from '~/web/pages/page-action.server';"],
    ['app/domain/x.ts', "export { page } from '../web/page-action.server';"],
    ['app/domain/x.ts', "const page = await import('~/web/pages/page-action.server');"],
    ['app/domain/x.ts', "type Page = import('~/web/pages/page-action.server').Page;"],
    ['app/domain/x.ts', "import '~/web/pages/page-action.server';"],
    ['app/domain/x.ts', "import { aPatient } from '../../tests/support/people';"],
    ['app/domain/reports/schemas.ts', "import { db } from '~/platform/db/db.server';"],
    ['app/domain/reports/schemas.ts', "import { randomBytes } from 'node:crypto';"],
    ['app/entry.server.tsx', "import { aPatient } from '../tests/support/people';"],
    ['app/web/pages/x.ts', "import { screens } from '~/screens';"],
    ['app/routes/public/home.tsx', "import { screens } from '~/screens';"],
  ];
  test.each(wrong)('%s may not say: %s', (path, line) => {
    const found = file(path, '// first line', line);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}:2 imports `));
  });

  const right: [path: string, line: string][] = [
    ['app/routes/public/home.tsx', "import { page } from '~/web/pages/page-action.server';"],
    ['app/routes/public/home.tsx', "import { listReports } from '~/domain/reports/lists';"],
    ['app/routes/public/home.tsx', "import { Card } from '../../ui/card';"],
    ['app/routes/public/home.tsx', "import { en } from '~/i18n/messages/en';"],
    ['app/web/pages/page-action.server.ts', "import { log } from '~/platform/observability/log.server';"],
    ['app/web/pages/page-action.server.ts', "import { en } from '~/i18n/messages/en';"],
    [
      'app/domain/reports/submit/upload-report.server.ts',
      "import { keep } from '~/platform/storage/keep.server';",
    ],
    ['app/domain/reports/schemas.ts', "import { consentWordingVersions } from './constants';"],
    ['app/ui/card.tsx', "import { uploadSchema } from '~/domain/reports/schemas';"],
    ['app/ui/card.tsx', "import { reportTypes } from '~/platform/enums';"],
    ['app/platform/db/tables.server.ts', "import { languageCodes } from '../../i18n/language-codes';"],
    ['app/ui/card.tsx', "import { may } from '~/domain/abilities';"],
    ['app/ui/card.tsx', "import { isSignedIn } from '~/domain/viewer';"],
    ['app/ui/card.tsx', "import type { Report } from '~/domain/reports/present.server';"],
    ['app/ui/card.tsx', "import { type Report } from '~/domain/reports/present';"],
    ['app/root.tsx', "import { env } from '~/platform/env.server';"],
    ['app/web/http/x.server.ts', "import { screens } from '~/screens';"],
    ['app/web/paths.ts', "import { screens } from '~/screens';"],
    ['app/domain/reports/upload.test.ts', "import { aPatient } from '../../../tests/support/people';"],
    ['app/domain/x.ts', "// import { page } from '~/web/pages/page-action.server';"],
    ['app/domain/x.ts', 'const text = "import page from \'~/web/page-action.server\'";'],
  ];
  test.each(right)('%s may say: %s', (path, line) => {
    expect(file(path, line)).toEqual([]);
  });
});

describe('settings', () => {
  const reads = [
    'const port = process.env.PORT;',
    "const port = process['env'].PORT;",
    'const port = globalThis.process.env.PORT;',
    'const { env } = process;',
    "import { env } from 'node:process';",
  ];
  test.each(reads)('are read in one file alone: %s', (line) => {
    expect(file('app/platform/observability/log.server.ts', line)).toHaveLength(1);
    expect(file('app/root.tsx', line)).toHaveLength(1);
    expect(file('app/platform/env.server.ts', line)).toEqual([]);
  });

  test('may be spoken of', () => {
    expect(
      file('app/platform/observability/log.server.ts', '// never process.env', "const hint = 'process.env';"),
    ).toEqual([]);
  });
});

describe('SQL', () => {
  const lines = ["import { eq } from 'drizzle-orm';", "import Database from 'better-sqlite3';"];
  lines.push("import { text } from 'drizzle-orm/sqlite-core';");
  test.each(lines)('stays in the domain and the database folder: %s', (line) => {
    for (const path of [
      'app/routes/public/home.tsx',
      'app/web/x.ts',
      'app/platform/mail/x.ts',
      'app/root.tsx',
    ]) {
      expect(file(path, line), path).toHaveLength(1);
    }
    for (const path of [
      'app/domain/x.server.ts',
      'app/platform/db/x.ts',
      'app/platform/limits/limit-stores.server.ts',
    ]) {
      expect(file(path, line), path).toEqual([]);
    }
  });
});

describe('HTTP and React', () => {
  const http = [
    "const answer = new Response('no');",
    'const answer = Response.json({});',
    "const answer = Response.redirect('/');",
    "throw redirect('/login');",
    "import { createCookie } from '@remix-run/node';",
  ];
  test.each(http)('the domain never answers: %s', (line) => {
    expect(file('app/domain/reports/submit/upload-report.server.ts', line)).toHaveLength(1);
    expect(file('app/web/pages/page-action.server.ts', line)).toEqual([]);
  });

  const react = [
    "import { useState } from 'react';",
    "import { renderToString } from 'react-dom/server';",
    "import { jsx } from 'react/jsx-runtime';",
    'const hint = <b>no</b>;',
    'const hint = <></>;',
  ];
  test.each(react)('only screens know React: %s', (line) => {
    for (const layer of ['domain', 'platform', 'web']) {
      expect(file(`app/${layer}/x.tsx`, line), layer).toHaveLength(1);
    }
    for (const layer of ['ui', 'routes']) expect(file(`app/${layer}/x.tsx`, line), layer).toEqual([]);
  });
});

describe('behaviour hangs on no label', () => {
  test('the domain does not ask which channel called', () => {
    for (const line of [
      "if (context.recordedAs === 'page') run();",
      "const isApi = recordedAs !== 'page';",
    ]) {
      expect(file('app/domain/reports/x.ts', line), line).toHaveLength(1);
    }
    expect(file('app/domain/reports/x.ts', 'const row = { door: context.recordedAs };')).toEqual([]);
  });

  test('nothing compares the key of a sentence', () => {
    for (const layer of ['domain', 'web', 'routes', 'ui'])
      expect(
        file(`app/${layer}/x.ts`, "if (refusal.messageKey === 'role.wrong') run();"),
        layer,
      ).toHaveLength(1);
    expect(file('app/web/x.ts', "if (refusal.code === 'forbidden') run();")).toEqual([]);
  });
});

describe('a form that posts', () => {
  const posting = [
    'const form = <form method="post" />;',
    'const form = <Form method="POST" action="/x">send</Form>;',
    'const form = <fetcher.Form method="post" />;',
    'const form = <Form method={method} />;',
  ];
  test.each(posting)('is written in one file alone: %s', (line) => {
    expect(file('app/ui/x.tsx', line)).toHaveLength(1);
    expect(file('app/routes/public/x.tsx', line)).toHaveLength(1);
    expect(file('app/ui/forms/post-form.tsx', line)).toEqual([]);
  });

  const others = ['const form = <Form method="get" />;', 'const form = <form onSubmit={send} />;'];
  test.each(others)('is not every form: %s', (line) => {
    expect(file('app/ui/x.tsx', line)).toEqual([]);
  });
});

describe('other hosts', () => {
  const mentions = [
    "const font = 'https://fonts.example.com/inter.css';",
    'const font = `http://fonts.example.com/${name}`;',
    'const font = `${base} https://fonts.example.com/inter`;',
    'const link = <a href="https://example.com">there</a>;',
    'const text = <p>see https://example.com</p>;',
    "const live = 'wss://example.com/socket';",
  ];
  test.each(mentions)('are named only in messages and e-mails: %s', (line) => {
    for (const path of ['app/ui/x.tsx', 'app/routes/public/x.tsx', 'app/root.tsx']) {
      expect(file(path, line), path).toHaveLength(1);
    }
    for (const path of ['app/i18n/x.tsx', 'app/platform/mail/x.tsx']) {
      expect(file(path, line).join(), path).not.toContain('another host');
    }
  });

  test('are found in style sheets, with their line', () => {
    const css = [
      '/* https://example.com in a comment',
      'is nothing */',
      '@import url(https://example.com/a.css);',
    ];
    expect(file('app/styles.css', ...css)).toEqual([
      'app/styles.css:3 mentions another host: https://example.com/a.css',
    ]);
  });

  const harmless = [
    "const svg = 'http://www.w3.org/2000/svg';",
    "const own = 'http://localhost:3000';",
    "const base = new URL(path, 'http://own.invalid');",
    'const any = `http://${host}:${port}`;',
    "const secure = url.startsWith('https://');",
    '// see https://example.com',
  ];
  test.each(harmless)('are not: %s', (line) => {
    expect(file('app/ui/x.tsx', line)).toEqual([]);
  });

  test('do not hide behind a harmless beginning', () => {
    expect(file('app/ui/x.tsx', "const svg = 'http://www.w3.org.example.com/2000/svg';")).toHaveLength(1);
    expect(file('app/ui/x.tsx', "const own = 'http://localhost.example.com/';")).toHaveLength(1);
    expect(file('app/ui/x.tsx', "const base = 'http://own.invalid.com/';")).toHaveLength(1);
  });
});

describe('the rooms', () => {
  test('no test stands under app/routes', () => {
    expect(file('app/routes/public/home.test.tsx', '')).toEqual([
      'app/routes/public/home.test.tsx:1 tests do not stand under app/routes',
    ]);
    expect(file('app/domain/reports/mask.test.ts', '')).toEqual([]);
  });

  test('a new folder of app/ belongs to a layer', () => {
    expect(file('app/utils/strings.ts', '')).toEqual(['app/utils/strings.ts:1 is in no layer of the house']);
  });
});
