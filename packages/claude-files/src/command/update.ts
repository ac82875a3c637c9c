import { visible } from '@loadout/command';
import { isObject, nearest } from '@loadout/core';
import { type CommandHost, defineCommand, placeFlags } from '@loadout/core/commands';
import { type ClaudeEntries, type ClaudeMount, claudeEntries } from '../add/claude-entries.js';
import { factsChanges } from '../add/facts-text.js';
import { errors } from '../errors.js';
import { type WantedPlugin, wantPlugin } from '../want/want-plugin.js';

const definition = {
  name: 'update',
  group: 'share',
  summary: 'Move a plugin of Claude Code to the newest commit, after showing which hooks, servers and grants change.',
  positionals: [{ name: 'plugin', help: 'The mount name of the plugin. The plugins of one marketplace move together.' }],
  flags: [...placeFlags, { name: 'yes', help: 'Update without asking.' }],
  examples: ['review'],
} as const;

/** Fetches the newest commit of a plugin's marketplace, shows what acts otherwise, and asks before it writes. */
export default defineCommand(definition, async ({ positionals: [name = ''], flags }, host) => {
  const config = await host.edit(flags);
  const entries = await claudeEntries(config);
  const chosen = Object.hasOwn(entries.mounts, name) ? entries.mounts[name] : undefined;
  if (chosen === undefined) throw errors.UPDATE_UNKNOWN({ name, nearest: nearest(name, Object.keys(entries.mounts)) });
  const changes = await changesOf(name, chosen, { entries, configFile: config.file, env: host.env });
  const commits = changes.flatMap(({ before, after }) => commitPairs(before, after));
  if (commits.length === 0) {
    host.out(`${name} is up to date.\n`);
    return 0;
  }
  for (const { mount, before, after } of changes) host.out(diffText(mount, factsChanges(before.facts, after.facts)));
  if (!flags.yes && !/^y(?:es)?$/i.test((await host.ask('Update? [y/N]: '))?.trim() ?? '')) {
    host.out('Nothing was changed.\n');
    return 1;
  }
  await config.write(commits.reduce((text, [old, now]) => text.replaceAll(old, now), config.text));
  host.out(`Updated ${changes.map(({ mount }) => mount).join(', ')} and the lock.\n`);
  host.out('The earlier files stay in the state folder, since another project may use them.\n');
  if (!(await config.isTrusted())) host.out(`Nothing of it acts until you run: ${host.called} trust\n`);
  return 0;
});

const marketOf = (claude: string): string | undefined => /@([\w.-]+)$/.exec(claude)?.[1];

interface Change {
  readonly mount: string;
  readonly before: WantedPlugin;
  readonly after: WantedPlugin;
}

interface Looking {
  readonly entries: ClaudeEntries;
  readonly configFile: string;
  readonly env: CommandHost['env'];
}

/** The plugins of one marketplace now and after the update: they have the commit of the marketplace together. */
async function changesOf(
  name: string,
  { claude: chosen }: ClaudeMount,
  { entries, configFile, env }: Looking,
): Promise<readonly Change[]> {
  const { sections, mounts } = entries;
  const market = marketOf(chosen);
  const all = Object.entries(mounts).filter(([mount, { claude }]) =>
    market === undefined ? mount === name : marketOf(claude) === market,
  );
  const found: Change[] = [];
  for (const [mount, { claude, sha, options }] of all) {
    const base = { configFile, mount, ...sections, options, env, isUpdate: true };
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
