// Documents as an archive has them: with the address and the version of its release, and without
// links to files that only a checkout has.
import { posix } from 'node:path';

/** Code, whose brackets are no links, or a link with its target. */
const codeOrLink = /^```[\s\S]*?^```|`[^`\n]+`|(\]\()([^)\s]+)(?=\))/gm;
const isElsewhere = (target) => /^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target);
const releaseLine = /^RELEASE=\S+/gm;

/** Returns the address of the files of a release. */
export const releaseAddress = ({ address, version }) => `${address}/releases/download/v${version}`;

/**
 * Returns the text of a document for an archive.
 *
 * @param path its path, from the folder of the archive.
 * @param options.has tells whether the archive has a path.
 * @param options.homepage the address that documents of a checkout name.
 * @param options.address the address of the repository that the release is published in.
 */
export function packDocument(path, text, { has, homepage, address, version, commit }) {
  return text
    .replace(codeOrLink, (whole, lead, target) => {
      if (!target || isElsewhere(target)) return whole;
      const [file = '', anchor] = target.split('#');
      const linked = posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '');
      if (file === '' || has(linked)) return whole;
      return `${lead}${address}/blob/${commit}/${linked}${anchor ? `#${anchor}` : ''}`;
    })
    .replaceAll(homepage, address)
    .replace(releaseLine, `RELEASE=${releaseAddress({ address, version })}`);
}

/** Lists the links of a document to files that are not there, such as `docs/api.md: ../app/x.ts`. */
export function listMissingLinks(path, text, has) {
  return [...text.matchAll(codeOrLink)].flatMap(([, , target]) => {
    if (!target || isElsewhere(target)) return [];
    const linked = posix.normalize(posix.join(posix.dirname(path), target.split('#')[0])).replace(/\/$/, '');
    return target.startsWith('#') || has(linked) ? [] : [`${path}: ${target}`];
  });
}
