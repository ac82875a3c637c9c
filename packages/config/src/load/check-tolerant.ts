import { folderOf } from '../document/folder-of.js';
import type { MapNode } from '../document/node.js';
import { type Diagnostic, Report } from '../document/report.js';
import { installedForeignFiles, type LeftOut } from '../foreign/foreign-files.js';
import { type CheckedLayers, checkLayers } from './check-layers.js';
import type { LoadContext } from './prepare.js';
import type { Documents } from './read-documents.js';

interface Tolerated {
  readonly checked: CheckedLayers;
  /** Removes the parts that were left out from other documents of the same files. */
  without(documents: Documents): Documents;
  readonly absentServers: ReadonlySet<string>;
}

const identity = ({ code, message, position }: Diagnostic): string => JSON.stringify([code, message, position]);

/** The limit of rounds. Leaving out a part can only reveal a problem with a part that names it. */
const MOST_ROUNDS = 10;

/**
 * Checks the layers. A part of another tool's file that has a problem is left out with a warning, and the rest is checked again. The
 * report gets all problems that remain (GAP-A2).
 */
export async function checkTolerant(documents: Documents, context: LoadContext): Promise<Tolerated> {
  const removals: ((layer: MapNode) => MapNode)[] = [];
  const without = ({ own, claude, plugins, personal }: Documents): Documents => {
    const rest = (layer: MapNode) => removals.reduce((left, remove) => remove(left), layer);
    const left = plugins.map((one) => ({ ...one, layers: one.layers.map(rest) }));
    return { own: own.map(rest), claude: claude.map(rest), plugins: left, personal };
  };
  const losses: LeftOut[] = [];
  // A problem that was found while the files were read stays, whatever is left out.
  const before = new Set(context.report.errors.map(identity));
  const isNew = (one: Diagnostic) => !before.has(identity(one));
  for (let round = 1; ; round++) {
    const report = new Report();
    report.adopt(context.report);
    const now = without(documents);
    const absentServers = new Set(
      losses.flatMap(({ path: [section, name] }) => (section === 'mcpServers' ? [String(name)] : [])),
    );
    const checked = await checkLayers(now, { ...context, report, absentServers });
    const problems = report.errors.filter(isNew);
    const files = problems.length + losses.length === 0 ? undefined : await installedForeignFiles();
    const found = files?.leaveOut([...now.own, ...now.claude, ...now.plugins.flatMap(({ layers }) => layers)], problems);
    if (found === undefined || found.left.length === 0 || round === MOST_ROUNDS) {
      context.report.adopt(report);
      for (const one of losses) files?.sayLeftOut(one, { report: context.report, folder: folderOf(context.file) });
      return { checked, without, absentServers };
    }
    losses.push(...found.left);
    removals.push(found.without);
  }
}
