// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples hold template literals as text.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';

// The rules of app/ that no linter has. .dependency-cruiser.mjs holds the import rules, biome.json
// those on the environment, responses, and the spelling of files and names.

/**
 * A pattern that files must not contain outside comments, with samples of matches and non-matches.
 */
type Rule = { files: RegExp; except?: RegExp; never: RegExp; wrong: string[]; right: string[] };

const comparing = (name: string) =>
  new RegExp(String.raw`\b${name}\s*[!=]==|[!=]==\s*(?:\w+\??\.)*${name}\b`, 'g');
/**
 * Hosts that may be named: XML namespaces, this machine, and names reserved for examples (RFC
 * 2606).
 */
const harmlessHost = String.raw`www\.w3\.org\/|(?:localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.(?:invalid|example))(?![\w.-])`;

const rules: Record<string, Rule> = {
  'the domain does not ask which channel called': {
    files: /^app\/domain\//,
    never: comparing('recordedAs'),
    wrong: ["if (context.recordedAs === 'page') run();", "const isApi = 'api' !== context?.recordedAs;"],
    right: ['const row = { door: context.recordedAs };', "// recordedAs === 'page'"],
  },
  'nothing compares the key of a sentence': {
    files: /^/,
    never: comparing('messageKey'),
    wrong: ["if (refusal.messageKey === 'role.wrong') run();"],
    right: ["if (refusal.code === 'forbidden') run(refusal.messageKey);"],
  },
  'one component alone writes forms that post, since it says for whom each was drawn': {
    files: /x$/,
    except: /^app\/ui\/notices\/post-form\.tsx$/,
    never: /<(?:\w+\.)?form\b[^<]*?\smethod=(?!["']get["'])[^\s>]+/gi,
    wrong: [
      'const form = <form method="post" />;',
      'const form = <Form onSubmit={() => send()} method="POST">send</Form>;',
      'const form = <fetcher.Form method={method} />;',
    ],
    right: [
      'const form = <Form method="get" />;',
      'const form = <form onSubmit={send} />;',
      'const form = <PostForm method="post" />;',
    ],
  },
  'nothing but messages and e-mails names another host': {
    files: /^/,
    except: /^app\/(?:i18n\/|platform\/senders\/mail\.server\.ts$|web\/pages\/message-to-tell\.server\.ts$)/,
    never: new RegExp(`\\b(?:https?|wss?)://(?!${harmlessHost})[a-z0-9[][^\\s"'\`<>)]*`, 'gi'),
    wrong: [
      "const font = 'https://fonts.example.com/inter.css';",
      'const font = `http://fonts.example.com/${name}`;',
      'const link = <a href="https://example.com">there</a>;',
      'const text = <p>see https://example.com</p>;',
      "const live = 'wss://example.com/socket';",
      "const svg = 'http://www.w3.org.example.com/2000/svg';",
      "const own = 'http://localhost.example.com/';",
      "const base = 'http://own.invalid.com/';",
    ],
    right: [
      "const svg = 'http://www.w3.org/2000/svg';",
      "const own = 'http://localhost:3000';",
      "const base = new URL(path, 'http://own.invalid');",
      'const any = `http://${host}:${port}`;',
      "const isSecure = url.startsWith('https://');",
      '// see https://example.com',
    ],
  },
};

const root = projectRoot();
const texts = new Map(
  readdirSync(join(root, 'app'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css|svg|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((full) => [full.slice(root.length).replaceAll('\\', '/').replace(/^\//, ''), full] as const)
    .map(([path, full]) => [path, withoutComments(path, readFileSync(full, 'utf8'))]),
);

function withoutComments(path: string, text: string): string {
  const ending = extname(path).slice(1);
  if (ending === 'ts' || ending === 'tsx')
    return transformSync(text, { loader: ending, jsx: 'preserve' }).code;
  return ending === 'mjs' ? transformSync(text).code : text.replace(/\/\*.*?\*\//gs, '');
}

/** Returns the matches in a file that break a rule. */
function breaches({ files, except, never }: Rule, path: string, text: string): string[] {
  if (!files.test(path) || except?.test(path) || path.includes('.test.')) return [];
  return (text.match(never) ?? []).map((words) => `${path} says ${words}`);
}

describe.each(Object.entries(rules))('%s', (_, rule) => {
  test('holds in every file of app/', () => {
    const found = [...texts].flatMap(([path, text]) => breaches(rule, path, text));
    expect(found).toEqual([]);
  });

  test.each(rule.wrong)('finds: %s', (line) => {
    const path = 'app/domain/sample.tsx';
    expect(breaches(rule, path, withoutComments(path, line))).not.toEqual([]);
  });

  test.each(rule.right)('allows: %s', (line) => {
    const path = 'app/domain/sample.tsx';
    expect(breaches(rule, path, withoutComments(path, line))).toEqual([]);
  });
});

test('makes each folder of app/ a layer', () => {
  const folders = readdirSync(join(root, 'app'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const layers = ['domain', 'i18n', 'ops', 'platform', 'routes', 'ui', 'urls', 'web'];
  expect(folders.map(({ name }) => name).sort()).toEqual(layers);
});

test('names each folder of a layer in docs/architecture.md', () => {
  const [, layers = ''] = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('## Layers\n');
  const folders = [...texts.keys()].flatMap((path) => /^app\/\w+\/([\w-]+)\//.exec(path)?.[1] ?? []);
  expect([...new Set(folders)].filter((name) => !layers.includes(`${name}/`))).toEqual([]);
});

/** The folders of fewer than four files, tests apart, and why each is one. */
const smallFolders: Record<string, string> = {
  'app/ops/move': 'a command that uses what backups and restores share, and that neither uses',
  'app/platform/db/copy': 'reads and writes both engines, which do not know each other',
  'app/platform/health': 'asks the database, the storage and the backups, which do not know it',
  'app/platform/limits': 'may contain SQL outside the database',
  'app/ui/front-desk': 'the paper of a slip with its style, which guests print as well as staff',
  'app/web/files': 'is one of the three channels, and knows neither pages nor calls',
};

test('has few folders of fewer than four files, each for a reason', () => {
  const counts = new Map<string, number>();
  const modules = [...texts.keys()].filter((path) => !/\.test\.tsx?$/.test(path));
  for (const path of modules)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      counts.set(path.slice(0, end), (counts.get(path.slice(0, end)) ?? 0) + 1);
  const small = [...counts].filter(([, count]) => count < 4).map(([folder]) => folder);
  expect(small.sort()).toEqual(Object.keys(smallFolders).sort());
});

test('has no test under app/routes', () => {
  expect([...texts.keys()].filter((path) => /^app\/routes\/.*\.test\./.test(path))).toEqual([]);
});

test('reads style sheets too', () => {
  const css = '/* https://example.com in a comment\nis nothing */\n@import url(https://example.com/a.css);';
  const rule = rules['nothing but messages and e-mails names another host'] as Rule;
  const path = 'app/styles.css';
  expect(breaches(rule, path, withoutComments(path, css))).toEqual([
    `${path} says https://example.com/a.css`,
  ]);
});
