import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInLine, versionLines } from './version-lines.mjs';

/**
 * Returns the reasons why the changesets would not become one version of each line. Before 1.0 each release is a patch: a minor
 * leaves the range `^0.1.0` of every plugin, and for a peer out of its range changesets raise all packages to 1.0.0.
 */
export function changesetProblems(packages, { root }) {
  const folder = join(root, '.changeset');
  const lines = versionLines(root);
  const names = packages.map(({ json }) => json.name);
  const linesOf = (name) => lines.filter((line) => isInLine(name, line)).length;
  const before1 = packages.every(({ json }) => json.version.startsWith('0.'));
  const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const raised = before1 ? files.filter((name) => /: (minor|major)$/m.test(headOf(join(folder, name)))) : [];
  return [
    ...names
      .filter((name) => linesOf(name) === 0)
      .map((name) => `.changeset/config.json: "fixed" leaves out ${name}; each package belongs to one group.`),
    ...names
      .filter((name) => linesOf(name) > 1)
      .map((name) => `.changeset/config.json: "fixed" has ${name} in several groups; a package has one version.`),
    ...raised.map((name) => `.changeset/${name}: before 1.0 every release is a patch. Write "patch".`),
  ];
}

/** The lines between the dashes of a changeset. */
const headOf = (file) => /^---\n([\s\S]*?)\n---/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
