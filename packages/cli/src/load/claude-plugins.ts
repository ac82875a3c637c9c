import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { WantedPlugin } from '@loadout/claude-files';
import { visible, workingFolder } from '@loadout/command';
import { entriesIn, findConfig } from '@loadout/config';
import { isObject } from '@loadout/core';
import type { Io } from '../io.js';
import { loadPackage } from './load-package.js';

type Entries = Readonly<Record<string, unknown>>;

/** The entries of a configuration that mount plugins of Claude Code, as they are written. */
export interface ClaudeEntries {
  readonly file: string;
  readonly text: string;
  /** The sections that decide what becomes of a plugin. */
  readonly sections: { readonly marketplaces: Entries; readonly plugins: Entries; readonly models: Entries };
  /** The mounts of plugins of Claude Code. */
  readonly plugins: Readonly<Record<string, ClaudeMount>>;
}

export interface ClaudeMount {
  readonly claude: string;
  readonly sha?: string | undefined;
  readonly options?: Entries | undefined;
}

type Flags = { readonly config: string | undefined; readonly cwd: string | undefined };

/** Reads the entries of the file alone, since a plugin that is not on this machine keeps a configuration from loading. */
export async function claudeEntries(flags: Flags, io: Io): Promise<ClaudeEntries | undefined> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const file = findConfig({ cwd, env: io.env, file: flags.config });
  if (file === undefined || !/\.ya?ml$/.test(file) || !existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const all = await entriesIn(text, 'plugins');
  const plugins = Object.entries(all).filter(([, entry]) => isObject(entry) && typeof entry.claude === 'string');
  return {
    ...{
      file,
      text,
      sections: { plugins: all, marketplaces: await entriesIn(text, 'marketplaces'), models: await entriesIn(text, 'models') },
    },
    plugins: Object.fromEntries(plugins) as unknown as ClaudeEntries['plugins'],
  };
}

/** Whether `loadout add` means a plugin of Claude Code: one of a marketplace of the file, or a folder with such a manifest. */
export function isClaudePlugin(wanted: string, { sections: { marketplaces }, file }: ClaudeEntries): boolean {
  const [, market] = /^[\w.-]+@([\w.-]+)$/.exec(wanted) ?? [];
  if (market !== undefined) return Object.hasOwn(marketplaces, market);
  const folder = resolve(dirname(file), wanted);
  return /^\.{1,2}\//.test(wanted) && ['.claude-plugin', '.codex-plugin'].some((name) => existsSync(join(folder, name)));
}

export const loadClaudeFiles = (needs: string) => loadPackage('@loadout/claude-files', { needs, names: ['wantPlugin'] });

/** The parts of a plugin and what it lets act, for a person who decides about it. */
export function factsText({ facts, lost, marketplace, entry }: WantedPlugin): string {
  const of = marketplace === undefined ? '' : ` of ${marketplace.name}`;
  const sha = entry.sha ?? (isObject(marketplace?.value) ? marketplace.value.sha : undefined);
  const commit = typeof sha === 'string' ? `, commit ${sha.slice(0, 12)}` : '';
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${visible(line).replace(/\s+/g, ' ')}`)];
  const names = (title: string, all: readonly string[]) => (all.length === 0 ? [] : [`  ${title}: ${visible(all.join(', '))}`]);
  return `${[
    `${visible(facts.name)} ${visible(facts.version)}${visible(of)}${commit}`,
    ...names('skills', facts.skills),
    ...names('agents', facts.agents),
    ...list('acts once you trust it', facts.acts),
    ...list('not pinned, so its code can change', facts.unpinned),
    ...list('does nothing here', lost),
    `  about ${facts.tokens} tokens more in each request`,
  ].join('\n')}\n`;
}

/** The lines that an update takes away and adds, and the files that it changes: a program that acts can be one of them. */
export function factsChanges(before: Facts, after: Facts): readonly string[] {
  const lines = ({ name, version, skills, agents, acts, unpinned }: Facts) => [
    ...[`${name} ${version}`, ...skills.map((one) => `skill ${one}`), ...agents.map((one) => `agent ${one}`)],
    ...[...acts, ...unpinned.map((one) => `not pinned: ${one}`)],
  ];
  const [was, is] = [lines(before), lines(after)];
  const gone = was.filter((one) => !is.includes(one)).map((one) => `- ${one}`);
  const added = is.filter((one) => !was.includes(one)).map((one) => `+ ${one}`);
  return [...gone, ...added, ...fileChanges(before.files, after.files)];
}

type Facts = WantedPlugin['facts'];
const MOST_SHOWN = 50;

function fileChanges(before: Facts['files'], after: Facts['files']): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const lines = names.flatMap((name) => {
    if (before[name] === after[name]) return [];
    return [`${before[name] === undefined ? '+' : after[name] === undefined ? '-' : '~'} file ${name}`];
  });
  return lines.length <= MOST_SHOWN ? lines : [...lines.slice(0, MOST_SHOWN), `~ and ${lines.length - MOST_SHOWN} more files`];
}
