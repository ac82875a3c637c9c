import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../lib/workspace.mjs';
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
  const files = changesetsIn(folder);
  const raised = before1 ? files.filter((name) => /: (minor|major)$/m.test(headOf(join(folder, name)))) : [];
  return [
    ...names
      .filter((name) => linesOf(name) === 0)
      .map((name) => `.changeset/config.json: "fixed" leaves out ${name}; each package belongs to one group.`),
    ...names
      .filter((name) => linesOf(name) > 1)
      .map((name) => `.changeset/config.json: "fixed" has ${name} in several groups; a package has one version.`),
    ...files.flatMap((name) =>
      namesIn(headOf(join(folder, name)))
        .filter((one) => !names.includes(one))
        .map((one) => `.changeset/${name}: ${one} is not published. Name the packages that have its code.`),
    ),
    ...raised.map((name) => `.changeset/${name}: before 1.0 every release is a patch. Write "patch".`),
  ];
}

const changesetsIn = (folder) => readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** The changesets that no version has. Those of a version on the channel `next` stay until the version that all get. */
export function pendingChangesets(root) {
  const folder = join(root, '.changeset');
  const pre = join(folder, 'pre.json');
  const { mode, changesets = [] } = existsSync(pre) ? readJson(pre) : {};
  const told = mode === 'pre' ? changesets.map((name) => `${name}.md`) : [];
  return changesetsIn(folder).filter((name) => !told.includes(name));
}

/** The lines between the dashes of a changeset. */
const headOf = (file) => /^---\n([\s\S]*?)\n---/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

const namesIn = (head) => head.split('\n').flatMap((line) => /^['"]?([^'":]+)['"]?: /.exec(line)?.[1] ?? []);
