/** The links of a page: those to other pages lead to them in the site, those to other files of the repository to GitHub. */
import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';

const GITHUB = 'https://github.com/loadout-agents/loadout';
/** A fenced block, a span of code, a comment, or the target of a link, which has the third group. */
const PARTS = /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1[^\n]*$|(`+)[^`][\s\S]*?\2|<!--[\s\S]*?-->\n*|\]\(([^()\s]+)\)/gm;

/**
 * Returns the text with its links changed, and without its comments, which are for the programs of the repository. `pageOf` is a map from a file of the repository to its page. A link to a file that does not exist
 * is added to `dead`.
 */
export function rewriteLinks(page, { pageOf, root, ref, dead }) {
  return page.text.replace(PARTS, (whole, _fence, _ticks, target) => {
    if (whole.startsWith('<!--')) return '';
    if (target === undefined || /^(?:[a-z]+:|#|\/|llms\.txt$)/.test(target)) return whole;
    return `](${targetOf(target, page, { pageOf, root, ref, dead })})`;
  });
}

function targetOf(target, page, { pageOf, root, ref, dead }) {
  const [place = '', anchor] = target.split('#');
  const file = posix.join(posix.dirname(page.file), place).replace(/\/$/, '');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const found = pageOf.get(file) ?? pageOf.get(`${file}/README.md`);
  if (found !== undefined) return `${relative(page.path, found)}${hash}`;
  const path = posix.join(root, file);
  if (!existsSync(path)) {
    dead.push(`${page.file} has a link to ${target}, and there is no file ${file}.`);
    return target;
  }
  if (/^docs\/.*\.(?:png|svg|json)$/.test(file)) return relative(page.path, file.replace(/^docs\//, ''));
  return `${GITHUB}/${statSync(path).isDirectory() ? 'tree' : 'blob'}/${ref}/${file}${hash}`;
}

function relative(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
