import { copyFileSync, existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { personalFile } from '@loadout/config';
import { isLoadoutError, messageOf, type Position } from '@loadout/core';
import type { PermissionRule } from '@loadout/core/run';
import { errors } from '../errors.js';
import { type ReadOptions, type ReadRules, readRuleSet } from '../record/read-rule-set.js';
import type { RuleSet } from '../record/rule-set.js';
import { type FilesAtRef, withFilesAtRef } from './files-at-ref.js';

type Options = Omit<ReadOptions, 'file'>;

/**
 * Reads the rules of another file, as rules of the workspace of now. A file that has no personal file beside it gets the rules of the
 * person's own file of now. Throws RULES_VERSION_RUNS for a file that would have to run.
 */
export async function readFileVersion(
  file: string,
  { now, ...options }: Options & { readonly now: ReadRules },
): Promise<RuleSet> {
  if (/\.[cm]?[jt]s$/.test(file)) throw errors.RULES_VERSION_RUNS({ file });
  const { set } = await readRuleSet({ ...options, file });
  const moved = movedSet(set, { from: set.workspace, to: now.set.workspace });
  const own = personalFile(file) === undefined ? personalFile(now.plan.configFile ?? '') : undefined;
  return own === undefined ? moved : withRulesOf(own, moved, now.set);
}

/** Adds the rules of one file that another version has. */
function withRulesOf(file: string, set: RuleSet, from: RuleSet): RuleSet {
  const ofFile = (rules: readonly PermissionRule[] = []) => rules.filter(({ position }) => position?.file === file);
  const agents = Object.entries(set.agents).map(([name, agent]) => {
    const more = Object.hasOwn(from.agents, name) ? ofFile(from.agents[name]?.rules) : [];
    return [name, { ...agent, rules: [...agent.rules, ...more] }] as const;
  });
  return { ...set, rules: [...set.rules, ...ofFile(from.rules)], agents: Object.fromEntries(agents) };
}

/** Reads the rules of a configuration as git has it at a ref. The person's own file beside it, which is not in git, is that of now. */
export async function readRefVersion(config: string, options: Options & { readonly ref: string }): Promise<RuleSet> {
  const { ref, env } = options;
  if (/\.[cm]?[jt]s$/.test(config)) throw errors.RULES_VERSION_RUNS({ file: config });
  try {
    return await withFilesAtRef(config, { ref, env }, async ({ file, folder, top }) => {
      const own = takePersonal(config, file);
      const { set } = await readRuleSet({ ...options, cwd: dirname(file), file });
      return shownAt(movedSet(set, { from: folder, to: top }), { ref, folder, own });
    });
  } catch (error) {
    if (isLoadoutError(error)) throw error;
    throw errors.RULES_REF_UNREAD({ ref, file: basename(config), problem: messageOf(error) });
  }
}

interface Own {
  readonly from: string;
  readonly to: string;
}

function takePersonal(config: string, file: string): Own | undefined {
  const from = personalFile(config);
  const to = personalFile(file);
  if (from === undefined || to === undefined || !existsSync(from)) return undefined;
  copyFileSync(from, to);
  return { from, to };
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Returns rules of one folder as rules of another. */
function movedSet(set: RuleSet, { from, to }: Move): RuleSet {
  const moved = (path: string) => (path === from || path.startsWith(from + sep) ? join(to, relative(from, path)) : path);
  return { ...set, workspace: moved(set.workspace), roots: set.roots.map(moved) };
}

type Shown = Pick<FilesAtRef, 'folder'> & { readonly ref: string; readonly own: Own | undefined };

/** Returns rules whose places are named as git names them: `main:agent.config.yaml`. */
function shownAt(set: RuleSet, { ref, folder, own }: Shown): RuleSet {
  const place = (position: Position): Position => {
    if (position.file === own?.to) return { ...position, file: own.from };
    return position.file.startsWith(folder + sep) ? { ...position, file: `${ref}:${relative(folder, position.file)}` } : position;
  };
  const placed = (rules: readonly PermissionRule[]) =>
    rules.map((rule) => (rule.position === undefined ? rule : { ...rule, position: place(rule.position) }));
  const agents = Object.entries(set.agents).map(([name, agent]) => [name, { ...agent, rules: placed(agent.rules) }] as const);
  return { ...set, rules: placed(set.rules), agents: Object.fromEntries(agents) };
}
