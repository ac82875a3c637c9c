import { join } from 'node:path';
import { readJson } from '../lib/workspace.mjs';

/**
 * The version lines of the workspace, as the groups of `fixed` in the configuration of the changesets: the packages of a line share one
 * version. The first line is that of Loadout; a line that follows another vendor's program is a further group (decision 0113).
 */
export const versionLines = (root) => readJson(join(root, '.changeset', 'config.json')).fixed;

/** Whether a package is in a line. A pattern is a name, or a beginning and a star; one behind `!` takes packages out. */
export const isInLine = (name, line) =>
  line.some((pattern) => matches(name, pattern)) &&
  !line.some((pattern) => pattern.startsWith('!') && matches(name, pattern.slice(1)));

const matches = (name, pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

/** The tag of the commit of a release: `v0.1.1` for Loadout, and `@loadout/sdk@0.1.1` for a package with a line of its own. */
export const tagsOf = (packages, lines) =>
  lines.flatMap((line, index) => {
    const one = packages.find(({ json }) => isInLine(json.name, line));
    if (one === undefined) return [];
    return [index === 0 ? `v${one.json.version}` : `${one.json.name}@${one.json.version}`];
  });
