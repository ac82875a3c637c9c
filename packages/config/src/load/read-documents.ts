import { resolve } from 'node:path';
import { fromValue } from '../document/from-value.js';
import { isMap, type MapNode, startOf } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { type ClaudeRead, foreignFiles } from '../foreign/foreign-files.js';
import { readLayers } from '../layers/read-layers.js';
import { claudeMounts } from '../layers/read-mounts.js';
import type { ForeignPlugin } from '../trust/foreign-plugin.js';
import { isBeyond } from '../trust/named-files.js';
import { projectRoot } from '../trust/project-root.js';
import type { LoadOptions } from './load-options.js';
import { readPersonal } from './personal-file.js';

/** The sources of a plan: the layers of the configuration, those of Claude Code's files below them, and the person's own file on top. */
export interface Documents {
  readonly own: readonly MapNode[];
  readonly claude: readonly MapNode[];
  readonly plugins: readonly ForeignPlugin[];
  readonly personal?: MapNode | undefined;
}

export interface ReadContext {
  readonly report: Report;
  readonly options: Pick<LoadOptions, 'cwd' | 'env' | 'document' | 'claude' | 'trust'>;
  readonly home: string;
}

export interface ReadDocuments extends Documents {
  /** False if a file that belongs to the layers could not be read. */
  readonly isComplete: boolean;
  /** The files that are code and did not run. */
  readonly modules: readonly string[];
  readonly claudeRead?: ClaudeRead | undefined;
}

export async function readDocuments(
  file: string,
  {
    report,
    options,
    home,
    runModules,
    keepsUnlocked,
  }: ReadContext & { readonly runModules: boolean; readonly keepsUnlocked?: boolean | undefined },
): Promise<ReadDocuments> {
  const { document, claude, env, trust } = options;
  const place = startOf(file);
  const isOutside = outsideOf(file);
  const { layers: own, ...read } =
    document === undefined
      ? await readLayers(file, { report, place, home, env, runModules, keepsUnlocked, isOutside })
      : givenLayers(document, report);
  const personal = document === undefined ? await readPersonal(file, { report, isOutside }) : undefined;
  if (claude === undefined) return { ...read, own, personal, claude: [] };
  const input = { cwd: resolve(options.cwd), home, env, report, known: own, needsTrust: trust !== undefined };
  const files = await foreignFiles({ what: 'The option claude', path: [], place: startOf('(options)'), report });
  const claudeRead = await files?.readClaude(claude, input);
  return { ...read, own, personal, claude: claudeRead?.layers ?? [], claudeRead };
}

/** Returns whether another file is outside of the project of a configuration, links followed. */
function outsideOf(configFile: string): (file: string) => boolean {
  let root: string | undefined;
  return (file) => {
    root ??= projectRoot(configFile);
    return isBeyond(file, root);
  };
}

/** The layer of a given document. The caller vouches for the document as for a flag. */
function givenLayers(document: Readonly<Record<string, unknown>>, report: Report) {
  const place = startOf('(options)', 'flag');
  const node = fromValue(document, { place, report, verbatim: true });
  for (const [mount, { key }] of isMap(node) ? claudeMounts(node) : []) {
    const problem = 'only a configuration file can mount plugins of Claude Code';
    const fix = 'Pass its folder as one of claude.pluginDirs.';
    report.error(errors.CONFIG_CLAUDE_MOUNT({ mount, problem, fix }), { path: ['plugins', mount], place: key });
  }
  return { layers: isMap(node) ? [node] : [], plugins: [], isComplete: true, modules: [] };
}
