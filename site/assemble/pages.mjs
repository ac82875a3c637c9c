/** The pages of the site, as they stand in the repository: docs/, the README of each published package, and the examples. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a map from the path of a page in the site to its source: `file` in the repository, and `text`. */
export function readPages(root) {
  return new Map(
    [...docsPages(root), ...packagePages(root), ...examplePages(root), ...ownPages(root)].map((page) => [page.path, page]),
  );
}

const filesBelow = (folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

const docsPages = (root) =>
  filesBelow(join(root, 'docs')).map((name) => read(root, { path: asIndex(name), file: `docs/${name}` }));

/** A README of a folder of docs/ is the page of the folder. */
const asIndex = (name) => name.replace(/(^|\/)README\.md$/, '$1index.md');

function packagePages(root) {
  const isPublished = (name) => {
    const json = join(root, 'packages', name, 'package.json');
    return existsSync(json) && JSON.parse(readFileSync(json, 'utf8')).private !== true;
  };
  return readdirSync(join(root, 'packages'))
    .filter((name) => isPublished(name) && existsSync(join(root, 'packages', name, 'README.md')))
    .map((name) => read(root, { path: `packages/${name}.md`, file: `packages/${name}/README.md` }))
    .map((page) => ({
      ...page,
      text: /^# /m.test(page.text.split('\n```')[0]) ? page.text : `# ${nameOf(page)}\n\n${page.text}`,
    }));
}

/** The heading of a README that npm shows below the name of its package. */
const nameOf = ({ file }) => `@loadout/${file.split('/')[1]}`;

/** An example is its README, its files, and the output that a test holds it to. */
function examplePages(root) {
  return readdirSync(join(root, 'examples'))
    .filter((name) => existsSync(join(root, 'examples', name, 'README.md')))
    .map((name) => {
      const page = read(root, { path: `examples/${name}.md`, file: `examples/${name}/README.md` });
      const parts = SHOWN.flatMap(({ pattern, as, title }) =>
        readdirSync(join(root, 'examples', name))
          .filter((file) => pattern.test(file))
          .map(
            (file) => `## ${title ?? `\`${file}\``}\n\n${fenced(readFileSync(join(root, 'examples', name, file), 'utf8'), as)}`,
          ),
      );
      return { ...page, text: [page.text.trimEnd(), ...parts].join('\n\n') };
    });
}

const SHOWN = [
  { pattern: /^agent\.config\.yaml$/, as: 'yaml' },
  { pattern: /\.script\.yaml$/, as: 'yaml' },
  { pattern: /\.m?js$/, as: 'js' },
  { pattern: /\.sh$/, as: 'sh' },
  { pattern: /^expected\.txt$/, as: 'text', title: 'The output, which a test holds it to' },
];

/** A block of code with a fence that is longer than any in the code. */
function fenced(text, language) {
  const longest = Math.max(2, ...[...text.matchAll(/^`+/gm)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/** The pages that only the site has. */
const ownPages = (root) =>
  filesBelow(join(root, 'site/pages')).map((name) => read(root, { path: name, file: `site/pages/${name}` }));

const read = (root, { path, file }) => ({ path, file, text: readFileSync(join(root, file), 'utf8') });
