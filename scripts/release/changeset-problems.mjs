import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../lib/workspace.mjs';

/**
 * Returns the reasons why the changesets would not become one version of all packages. Before 1.0 each release is a patch: a minor
 * leaves the range `^0.1.0` of every plugin, and for a peer out of its range changesets raise all packages to 1.0.0.
 */
export function changesetProblems(packages, { root }) {
  const folder = join(root, '.changeset');
  const { fixed } = readJson(join(folder, 'config.json'));
  const names = packages.map(({ json }) => json.name);
  const [group = [], ...others] = fixed;
  const loose = names.filter((name) => !group.some((pattern) => matches(name, pattern)));
  const before1 = packages.every(({ json }) => json.version.startsWith('0.'));
  const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const raised = before1 ? files.filter((name) => /: (minor|major)$/m.test(headOf(join(folder, name)))) : [];
  return [
    ...(others.length === 0 ? [] : ['.changeset/config.json: "fixed" has several groups; all packages share one version.']),
    ...loose.map((name) => `.changeset/config.json: "fixed" leaves out ${name}; all packages share one version.`),
    ...raised.map((name) => `.changeset/${name}: before 1.0 every release is a patch. Write "patch".`),
  ];
}

/** A pattern is a name, or a scope with a star. */
const matches = (name, pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

/** The lines between the dashes of a changeset. */
const headOf = (file) => /^---\n([\s\S]*?)\n---/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
