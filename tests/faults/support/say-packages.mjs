// Preloaded into a server by --import. When the server ends, prints the packages it loaded by
// require: those with native parts and the database drivers.
import Module from 'node:module';

process.once('exit', () => {
  const names = Object.keys(Module._cache).flatMap(
    (path) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? [],
  );
  process.stderr.write(`\nPackages: ${[...new Set(names)].join(' ')}\n`);
});
