// Which file of app/ may import which (docs/architecture.md, Layers): npx depcruise app.

const test = '\\.test\\.tsx?$';
const serverFile = '\\.server\\.tsx?$';
const languageCodes = '^app/i18n/language-codes\\.ts$';
const columnEnums = '^app/platform/enums\\.ts$';
// The upload page judges a file as the decoder does, with the decoder's own modules.
const fileFindings =
  '^app/platform/storage/decoder/(picture-notes|picture-shape|pdf-head|placeholder)\\.mjs$';
// Where Node-API is 10 or later the driver is a link to version 13.
const sqlPackage = '^node_modules/(@types/)?(drizzle-orm|better-sqlite3(-13)?|pg)/';
const notAsType = { dependencyTypesNot: ['type-only', 'type-import'] };

/**
 * The folders of each layer, from the bottom up; `.` is the layer's own. A file may import from its
 * own folder and from those before it.
 */
const folders = {
  i18n: ['messages/[a-z]+', '.', 'notifications'],
  platform: [
    ...['.', 'observability', 'settings', 'secrets'],
    ...['storage/core', 'storage/sealing', 'storage/metadata', 'storage/objects'],
    ...['storage/decoder/programs', 'storage/decoder'],
    ...['db/core/tables', 'db/core', 'db/sqlite', 'db/postgres', 'db/copy', 'db', 'db/cluster'],
    ...['senders', 'limits', 'backup', 'storage', 'health'],
  ],
  domain: [
    ...['kernel', 'audit', 'identity', 'notifications', 'report', 'comparison/lexicons', 'comparison'],
    ...['log-in', 'messages', 'queue', 'report-view', 'alerts', 'programs', 'desk', 'experts', 'review'],
    ...['accounts', 'upload', 'questions', 'front-desk', 'help', 'own-data', 'shares', 'clinic'],
  ],
  ui: [
    ...['.', 'connection', 'notices', 'forms', 'layout', 'reader', 'lists', 'fields', 'people'],
    ...['waiting', 'photo-pages', 'upload', 'questions', 'report', 'staff', 'front-desk'],
  ],
  urls: ['.'],
  web: ['request', 'body', 'session', 'pipeline', 'pages', 'files', 'api', 'api/openapi', 'server'],
  ops: ['.', 'backup', 'restore', 'move'],
  routes: [
    ...['.', 'files', 'api', 'api/v1', 'public', 'guest'],
    ...['dashboard/desk', 'dashboard/account', 'dashboard/admin', 'dashboard/front-desk'],
    ...['dashboard/help', 'dashboard/home', 'dashboard'],
  ],
};
const inFolder = (layer, folder) => `^app/${layer}/${folder === '.' ? '' : `${folder}/`}[^/]+$`;

/** The rules of the folders of a layer. */
const folderRules = ([layer, order]) => [
  ...order.map((folder, at) => ({
    name: `${layer}-goes-down`,
    comment: `app/${layer} imports only go down the list of its folders`,
    from: { path: inFolder(layer, folder) },
    to: { path: `^app/${layer}/`, pathNot: order.slice(0, at + 1).map((lower) => inFolder(layer, lower)) },
  })),
  {
    name: `${layer}-folder-without-place`,
    comment: `This folder of app/${layer} is not in the list of .dependency-cruiser.mjs`,
    from: { path: `^app/${layer}/`, pathNot: order.map((folder) => inFolder(layer, folder)) },
    to: {},
  },
];

/** The rule of one layer: the layers it may import besides itself, and single files of others. */
const layer = (name, layers, files = []) => ({
  name: `${name}-imports`,
  comment: `app/${name} may import ${[name, ...layers].join(', ')}`,
  from: { path: `^app/${name}/` },
  to: { path: '^app/', pathNot: [`^app/(${[name, ...layers].join('|')})/`, ...files] },
});

const rules = [
  layer('routes', ['web', 'urls', 'domain', 'ui', 'i18n'], [columnEnums]),
  layer('ops', ['web', 'urls', 'domain', 'platform', 'i18n']),
  layer('web', ['urls', 'domain', 'platform', 'i18n']),
  layer('urls', ['domain', 'ui', 'i18n'], [columnEnums]),
  // Of i18n only types, as the next rule says: the English catalogue is the type of a message key.
  layer('domain', ['platform'], ['^app/i18n/']),
  layer('platform', [], [languageCodes]),
  layer('ui', ['i18n'], ['^app/domain/', columnEnums, fileFindings]),
  layer('i18n', []),
  ...Object.entries(folders).flatMap(folderRules),
  {
    name: 'no-sentences-in-domain',
    comment: 'The domain names the key of a message; a channel says it in a language',
    from: { path: '^app/domain/' },
    to: { path: '^app/i18n/', pathNot: languageCodes, ...notAsType },
  },
  {
    name: 'no-server-file-in-browser',
    comment: 'A browser may load this file, and never one with .server in its name',
    from: { path: '^app/(domain|ui|i18n)/', pathNot: [serverFile] },
    to: { path: serverFile, ...notAsType },
  },
  {
    name: 'no-node-in-browser',
    comment: 'A browser may load this file, and has no module of Node',
    from: { path: '^app/(domain|ui|i18n|routes)/', pathNot: [serverFile] },
    to: { dependencyTypes: ['core'], ...notAsType },
  },
  {
    name: 'no-sql-in-browser',
    comment: 'A browser may load this file, and has no database',
    from: { path: '^app/(domain|ui|i18n)/', pathNot: [serverFile] },
    to: { path: sqlPackage, ...notAsType },
  },
  {
    name: 'sql-in-its-place',
    comment: 'SQL lives only in app/domain, app/platform/db and limit-stores.server.ts',
    from: {
      path: '^app/',
      pathNot: ['^app/(domain|platform/db)/', '^app/platform/limits/limit-stores\\.server\\.ts$'],
    },
    to: { path: sqlPackage },
  },
  {
    name: 'no-url-tables-in-browser',
    comment: 'Of the tables of screens and resources a browser has the links and the menu alone',
    from: { path: '^app/(web|routes)/', pathNot: [serverFile] },
    to: { path: '^app/urls/(screens|staff-screens|phone-screens|resources|token-paths)\\.ts$', ...notAsType },
  },
  {
    name: 'no-remix-in-domain',
    comment: 'The domain knows no HTTP',
    from: { path: '^app/domain/' },
    to: { path: '^node_modules/@remix-run/' },
  },
  {
    name: 'no-react-below-screens',
    comment: 'The domain, the platform and the channels know no React',
    from: { path: '^app/(domain|platform|web)/' },
    to: { path: ['^node_modules/(@types/)?react(-dom)?/', '^app/(domain|platform|web)/.+x$'] },
  },
  {
    name: 'no-tests-in-product',
    comment: 'The product does not lean on its tests, scripts and benchmarks',
    from: { path: '^app/' },
    to: { path: ['^(tests|bench|scripts)/', test] },
  },
  {
    name: 'no-circle',
    comment: 'Move what both files need into a file of its own',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-dead-import',
    comment: 'There is no such file or package',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

export default {
  forbidden: rules.map((rule) => ({
    ...rule,
    severity: 'error',
    // Tests may import anything.
    from: { ...rule.from, pathNot: [test, ...(rule.from.pathNot ?? [])] },
  })),
  options: {
    // Types count as anything else that is imported.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['^node_modules/', '^(tests|bench|scripts)/'] },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
