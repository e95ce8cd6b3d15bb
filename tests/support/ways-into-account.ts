import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '~/platform/project-root.server';

/** Writes to the rows by which somebody gets into an account, or to their reports. */
const writesWay = [
  /\.update\(users\)(?=[\s\S]*(?<!\.)\b(?:email|contactNumber|passwordHash|totpSecret|totpSince)\b\s*[:,}])/,
  /\.(?:insert|delete)\(passkeys\)/,
  /\.insert\(shares\)/,
  /^(?:export )?(?:async )?(?:const|function) (?:un)?provenColumns\b/,
];

/** A declaration of a file: what it says, and the declarations that it names. */
type Declaration = { text: string; names: Set<string> };

function readDeclarations(): Map<string, Declaration> {
  const folder = join(projectRoot(), 'app/domain');
  const all = new Map<string, Declaration>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.server.ts')) continue;
    const source = readFileSync(join(folder, file), 'utf8');
    const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    const found: [name: string, text: string][] = [];
    const fileOfName = new Map<string, string>();
    for (const statement of statements) {
      if (ts.isImportDeclaration(statement)) {
        const from = (statement.moduleSpecifier as ts.StringLiteral).text;
        const path = from.startsWith('.') ? join(dirname(file), from) : from.replace('~/domain/', '');
        for (const name of statement.importClause?.getText().match(/\w+/g) ?? [])
          fileOfName.set(name, `${path}.ts`);
      }
      const named = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations[0]
        : ts.isFunctionDeclaration(statement)
          ? statement
          : undefined;
      if (named?.name) found.push([named.name.getText(), statement.getText()]);
    }
    for (const [name] of found) fileOfName.set(name, file);
    for (const [name, text] of found) {
      const words = new Set(text.match(/\w+/g));
      words.delete(name);
      const names = [...words].flatMap((word) => {
        const declaredIn = fileOfName.get(word);
        return declaredIn ? [`${declaredIn}:${word}`] : [];
      });
      all.set(`${file}:${name}`, { text, names: new Set(names) });
    }
  }
  return all;
}

/**
 * Lists the operations that write a way into an account, derived from the columns that they and the
 * functions they call write.
 *
 * @returns their names, sorted.
 */
export function listWayOperations(): string[] {
  const declarations = [...readDeclarations()];
  const writers = new Set(
    declarations.flatMap(([key, { text }]) => (writesWay.some((way) => way.test(text)) ? [key] : [])),
  );
  for (let before = 0; before < writers.size; ) {
    before = writers.size;
    for (const [key, { names }] of declarations)
      if ([...writers].some((writer) => names.has(writer))) writers.add(key);
  }
  return declarations
    .filter(([key]) => writers.has(key))
    .flatMap(([, { text }]) => /= (?:openO|o)peration\(\{[\s\S]*?name: '([^']+)'/.exec(text)?.[1] ?? [])
    .sort();
}
