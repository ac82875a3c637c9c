/** Writes the sources of the site to site/.source: the pages with their links, their version and their place in the repository. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiPages } from './api-pages.mjs';
import { rewriteLinks } from './links.mjs';
import { readPages } from './pages.mjs';

/** Pages for people who change Loadout. They have every word of the others, so a search finds these instead. */
const NOT_SEARCHED = ['sources.md', 'internals.md'];

export function assemble(root, target) {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'));
  const pages = readPages(root);
  const pageOf = new Map([...pages.values()].map(({ file, path }) => [file, path]));
  const dead = [];
  const linked = [...pages.values()].map((page) => ({ ...page, text: rewriteLinks(page, { pageOf, root, ref: 'main', dead }) }));
  if (dead.length > 0) throw new Error(dead.join('\n'));
  const all = [...linked, ...apiPages()];
  rmSync(target, { recursive: true, force: true });
  for (const page of all) write(join(target, page.path), withVersion(withFrontmatter(page.text, page), version));
  // A picture is built into its page; a file of data is served as it is.
  for (const name of otherFiles(root)) copy(join(root, 'docs', name), join(target, name.endsWith('.json') ? 'public' : '', name));
  // The address of the schema stays: editors and SchemaStore name it.
  copy(join(root, 'docs/reference/agent-config.schema.json'), join(target, 'public/schema/v1.json'));
  return { version, pages: all };
}

function withFrontmatter(text, { file, path }) {
  const own = /^---\n([\s\S]*?)\n---\n/.exec(text);
  const lines = [...(own === null ? [] : [own[1]]), `file: ${file}`, ...(NOT_SEARCHED.includes(path) ? ['search: false'] : [])];
  return `---\n${lines.join('\n')}\n---\n\n${own === null ? text : text.slice(own[0].length)}`;
}

const withVersion = (text, version) => `${text.trimEnd()}\n\n---\n\nThis page is about Loadout ${version}.\n`;

const otherFiles = (root) =>
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:png|svg|json)$/.test(name));

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}
