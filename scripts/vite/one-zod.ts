import type { Plugin } from 'vite';

const quotedSign = '`@__PURE__`';

/**
 * Resolves the `zod` of remix-toast to the product's version. Its checks behave the same, and a
 * start reads 100 KB less. Takes the sign out of comments of zod that explain `@__PURE__` in prose:
 * Rollup would take them for the annotation itself, in a place where it means nothing.
 */
export function oneZod(): Plugin {
  return {
    name: 'one-zod',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isToasts = source === 'zod' && importer?.includes('/node_modules/remix-toast/');
      return isToasts ? this.resolve(source, undefined, { skipSelf: true }) : undefined;
    },
    transform(code, id) {
      if (!id.includes('/node_modules/zod/') || !code.includes(quotedSign)) return undefined;
      return { code: code.replaceAll(quotedSign, '`PURE`'), map: null };
    },
  };
}
