// Loaded before a server, by --import: as the server ends, names the packages it has loaded by
// require, which those with native parts and the drivers of databases are.
import Module from 'node:module';

process.once('exit', () => {
  const names = Object.keys(Module._cache).flatMap(
    (path) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? [],
  );
  process.stderr.write(`\nPackages: ${[...new Set(names)].join(' ')}\n`);
});
