import { join, relative } from 'node:path';
import { printable } from '@loadout/command';
import { addEntry, LOCK_NAME } from '@loadout/config';
import type { Arguments } from '../arguments/definition.js';
import type { add } from '../arguments/trust-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { type ClaudeEntries, factsText, loadClaudeFiles } from '../load/claude-plugins.js';
import { openPluginFile } from '../load/plugin-file.js';
import { keepFiles } from '../load/wanted-package.js';

type Flags = Arguments<typeof add>['flags'];

/** Fetches a plugin of Claude Code, shows what it lets act, and mounts it. Nothing of it acts before trust. */
export async function addClaude(
  wanted: string,
  entries: ClaudeEntries,
  { flags, io }: { readonly flags: Flags; readonly io: Io },
): Promise<0> {
  const { wantPlugin } = await loadClaudeFiles('loadout add');
  const mount = flags.as ?? mountOf(wanted);
  const there = Object.hasOwn(entries.plugins, mount) ? entries.plugins[mount] : undefined;
  if (there !== undefined && there.claude !== wanted) throw errors.ADD_MOUNT_TAKEN({ mount, use: there.claude });
  const options = there?.options ?? valuesOf(flags.option);
  const { file: configFile, sections } = entries;
  const base = { configFile, ...sections, env: io.env };
  const found = await wantPlugin(wanted, { ...base, mount, sha: there?.sha, ...(options && { options }) });
  // The others have to be here too, or the configuration does not load.
  for (const [name, one] of Object.entries(entries.plugins))
    if (name !== mount) await wantPlugin(one.claude, { ...base, mount: name, sha: one.sha, options: one.options });
  io.out(factsText(found));
  const config = await openPluginFile(flags, io);
  if (there === undefined && Object.hasOwn(config.plugins, mount))
    throw errors.ADD_MOUNT_TAKEN({ mount, use: config.plugins[mount] ?? '' });
  let { text } = config;
  const { marketplace, entry } = found;
  if (marketplace !== undefined && !Object.hasOwn(sections.marketplaces, marketplace.name))
    text = await addEntry(text, { section: 'marketplaces', key: marketplace.name, value: marketplace.value });
  if (there === undefined) text = await addEntry(text, { section: 'plugins', key: mount, value: entry });
  const restore = keepFiles([config.file, join(config.configDir, LOCK_NAME)]);
  await config.write(text).catch((error: unknown) => {
    restore();
    throw error;
  });
  io.out(`Mounted as ${printable(mount)} in ${printable(relative(io.cwd, config.file))} and updated the lock.\n`);
  if (!(await config.isTrusted())) io.out('Nothing of it acts until you run: loadout trust\n');
  return 0;
}

/** `code-review@official` is code-review, `./vendor/x` is x. */
const mountOf = (wanted: string): string =>
  (wanted.startsWith('.') ? (wanted.replace(/\/+$/, '').split('/').at(-1) ?? '') : wanted.replace(/@.*$/, ''))
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, 32);

/** The options of the command line. A switch is a value of its kind, and so is a number that is written as numbers are: 007 and 1.10 are texts. */
function valuesOf(texts: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  if (texts.length === 0) return undefined;
  const pairs = texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs.map(([key, value]) => [key, typed(value)]));
}

function typed(text: string): unknown {
  const value: unknown = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text) ? JSON.parse(text) : text;
  return String(value) === text ? value : text;
}
