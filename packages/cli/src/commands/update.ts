import { join } from 'node:path';
import type { WantedPlugin } from '@loadout/claude-files';
import { printable, visible } from '@loadout/command';
import { LOCK_NAME } from '@loadout/config';
import { isObject, nearest } from '@loadout/core';
import type { update } from '../arguments/trust-definitions.js';
import { lineReader } from '../ask/line-reader.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { canAsk } from '../load/ask-trust.js';
import { type ClaudeEntries, claudeEntries, factsChanges, loadClaudeFiles } from '../load/claude-plugins.js';
import { openPluginFile } from '../load/plugin-file.js';
import { keepFiles } from '../load/wanted-package.js';
import type { Command } from './command.js';

/** Fetches the newest commit of a plugin's marketplace, shows what acts otherwise, and asks before it writes. */
export const execute: Command<typeof update> = async ({ positionals: [name = ''], flags }, io) => {
  const entries = await claudeEntries(flags, io);
  const mounts = Object.keys(entries?.plugins ?? {});
  const chosen = entries === undefined || !mounts.includes(name) ? undefined : entries.plugins[name];
  if (entries === undefined || chosen === undefined) throw errors.UPDATE_UNKNOWN({ name, nearest: nearest(name, mounts) });
  const changes = await changesOf(marketOf(chosen.claude), name, entries, io);
  const commits = changes.flatMap(({ before, after }) => commitPairs(before, after));
  if (commits.length === 0) {
    io.out(`${printable(name)} is up to date.\n`);
    return 0;
  }
  for (const { mount, before, after } of changes) io.out(diffText(mount, factsChanges(before.facts, after.facts)));
  if (!flags.yes && !(await agrees(io))) {
    io.out('Nothing was changed.\n');
    return 1;
  }
  const config = await openPluginFile(flags, io);
  const restore = keepFiles([config.file, join(config.configDir, LOCK_NAME)]);
  await config.write(commits.reduce((text, [old, now]) => text.replaceAll(old, now), config.text)).catch((error: unknown) => {
    restore();
    throw error;
  });
  io.out(`Updated ${printable(changes.map(({ mount }) => mount).join(', '))} and the lock.\n`);
  io.out('The files from before stay in the state folder, since another project may use them.\n');
  if (!(await config.isTrusted())) io.out('Nothing of it acts until you run: loadout trust\n');
  return 0;
};

const marketOf = (claude: string): string | undefined => /@([\w.-]+)$/.exec(claude)?.[1];

interface Change {
  readonly mount: string;
  readonly before: WantedPlugin;
  readonly after: WantedPlugin;
}

/** The plugins of one marketplace now and after the update: they have the commit of the marketplace together. */
async function changesOf(market: string | undefined, name: string, entries: ClaudeEntries, io: Io): Promise<readonly Change[]> {
  const { wantPlugin } = await loadClaudeFiles('loadout update');
  const { file: configFile, sections, plugins } = entries;
  const all = Object.entries(plugins).filter(([mount, { claude }]) =>
    market === undefined ? mount === name : marketOf(claude) === market,
  );
  const found: Change[] = [];
  for (const [mount, { claude, sha, options }] of all) {
    const base = { configFile, mount, ...sections, options, env: io.env };
    found.push({
      mount,
      before: await wantPlugin(claude, { ...base, sha }),
      after: await wantPlugin(claude, { ...base, updates: true }),
    });
  }
  return found;
}

/** The commits in the file that an update replaces. */
function commitPairs(before: WantedPlugin, after: WantedPlugin): readonly (readonly [string, string])[] {
  const shas = ({ entry, marketplace }: WantedPlugin) => [
    entry.sha,
    isObject(marketplace?.value) ? marketplace.value.sha : undefined,
  ];
  const now = shas(after);
  return shas(before).flatMap((old, index) => {
    const next = now[index];
    return typeof old === 'string' && typeof next === 'string' && old !== next ? [[old, next] as const] : [];
  });
}

const diffText = (mount: string, lines: readonly string[]): string =>
  [visible(mount), ...lines.map((line) => `  ${visible(line).replace(/\s+/g, ' ')}`), ''].join('\n');

async function agrees(io: Io): Promise<boolean> {
  if (!canAsk(io)) return false;
  io.tell('Update? [y/N]: ');
  const line = await lineReader(io).next(new AbortController().signal);
  return /^y(?:es)?$/i.test(line?.trim() ?? '');
}
