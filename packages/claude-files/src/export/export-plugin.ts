import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { isObject } from '@loadout/core';
import { temporaryFolder, versionOf } from '@loadout/node';
import { errors } from '../errors.js';
import { type ExportedOptions, exportOptions } from './export-options.js';
import type { PluginPackage } from './read-package.js';

/** The parts of an export, for the person who publishes it. */
export interface Exported {
  readonly name: string;
  readonly tools: readonly string[];
  readonly folders: readonly string[];
  readonly lost: readonly string[];
}

const CONFIG = 'agent.config.yaml';

/** Writes a plugin of Claude Code whose server has the tools of a Loadout plugin. Throws PLUGIN_EXPORT. */
export async function exportPlugin(source: PluginPackage, folder: string): Promise<Exported> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw errors.PLUGIN_EXPORT({ problem: `${folder} is not empty`, fix: 'Name a new folder, or remove this one first.' });
  const { json, manifest } = source;
  const mount = json.name
    .replace(/^@[^/]+\//, '')
    .replace(/^(?:loadout-plugin|tool)-/, '')
    .replace(/[^A-Za-z0-9-]+/g, '-');
  const tools = (manifest.tools ?? []).map(({ name }) => (manifest.names === 'bare' ? name : `${mount}__${name}`));
  const options = exportOptions(manifest.options);
  const config = `${JSON.stringify(configOf(json.name, { mount, tools, options }), null, 2)}\n`;
  const server = serverOf(source, { mount, env: options.env, trust: await trustOf(config) });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write(
    '.claude-plugin/plugin.json',
    `${JSON.stringify(exportManifest(source, { name: mount, userConfig: options.userConfig }), null, 2)}\n`,
  );
  write('.mcp.json', `${JSON.stringify({ mcpServers: { [mount]: server } }, null, 2)}\n`);
  write(CONFIG, config);
  const about = join(source.folder, 'README.md');
  if (existsSync(about)) cpSync(about, join(folder, 'README.md'));
  return { name: mount, tools, folders: copyFolders(source.folder, folder), lost: [...lostParts(source), ...options.lost] };
}

interface Parts {
  readonly mount: string;
  readonly tools: readonly string[];
  readonly options: ExportedOptions;
}

/** The configuration that the server reads: the plugin alone. The client asks its person about calls, so none is asked about here. */
const configOf = (use: string, { mount, tools, options }: Parts) => ({
  ...(Object.keys(options.secrets).length === 0 ? {} : { secrets: options.secrets }),
  plugins: { [mount]: { use, ...(Object.keys(options.options).length === 0 ? {} : { options: options.options }) } },
  ...(tools.length === 0 ? {} : { permissions: { allow: tools } }),
  agents: { [mount]: { instructions: `Use the tools of ${use}.`, ...(tools.length === 0 ? {} : { tools }) } },
});

/** The hash that trusts this configuration, wherever the export is installed. */
async function trustOf(config: string): Promise<string> {
  const cwd = temporaryFolder('export');
  try {
    writeFileSync(join(cwd, CONFIG), config);
    const { hash } = await judgeConfig({ cwd, file: join(cwd, CONFIG), env: {}, trust: { file: join(cwd, 'none') } });
    return hash;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

interface Serving {
  readonly mount: string;
  readonly env: ExportedOptions['env'];
  readonly trust: string;
}

/** The command finds the plugin beside itself, since npx installs the packages into one folder. */
function serverOf({ json: { name, version } }: PluginPackage, { mount, env, trust }: Serving) {
  // The packages of Loadout have one version line.
  const ours = versionOf('@loadout/claude-files', import.meta.url);
  const packages = [`@loadout/cli@${ours}`, `@loadout/mcp@${ours}`, `${name}@${version}`];
  const config = `\${CLAUDE_PLUGIN_ROOT}/${CONFIG}`;
  const serve = ['loadout', 'serve', 'mcp', '--config', config, '--plugin', mount, '--trust', trust];
  return {
    command: 'npx',
    args: ['-y', ...packages.flatMap((one) => ['-p', one]), ...serve],
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}

/** The folders of a plugin of Claude Code, by a file that makes them one. Code of a package can have such names too. */
const FOLDERS: Readonly<Record<string, RegExp>> = {
  skills: /\/SKILL\.md$/,
  commands: /\.md$/,
  agents: /\.md$/,
  hooks: /^hooks\.json$/,
};

function copyFolders(from: string, to: string): readonly string[] {
  return Object.entries(FOLDERS).flatMap(([name, sign]) => {
    const folder = join(from, name);
    const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
    if (!files.some((file) => sign.test(file))) return [];
    cpSync(folder, join(to, name), { recursive: true, dereference: true });
    return [name];
  });
}

/** The parts of a Loadout plugin that run inside of Loadout only. */
function lostParts({ manifest: { tools, hooks, hookTypes, model, commands } }: PluginPackage): readonly string[] {
  const part = (what: string, names: readonly string[], why: string) =>
    names.length === 0 ? [] : [`${what} ${names.join(', ')}: ${why}`];
  return [
    ...(tools === undefined || tools.length === 0 ? ['tools: the manifest lists none'] : []),
    ...part('hooks', hooks ?? [], 'they run only inside of Loadout, and apply to the calls of this server'),
    ...part('hook types', Object.keys(hookTypes ?? {}), 'Claude Code has its own'),
    ...part(
      'commands',
      (commands ?? []).map(({ name }) => name),
      'they are words of the command loadout',
    ),
    ...(model === true ? ['model: Claude Code takes no other provider'] : []),
  ];
}

const TEXTS = ['description', 'homepage', 'license'];

interface Named extends Pick<ExportedOptions, 'userConfig'> {
  readonly name: string;
}

/** The manifest of a plugin of Claude Code, from what npm shows of a package. */
function exportManifest({ json }: PluginPackage, { name, userConfig }: Named) {
  const { author, repository, keywords } = json;
  const address = isObject(repository) ? repository.url : repository;
  const words = Array.isArray(keywords) ? keywords.filter((one) => typeof one === 'string' && one !== 'loadout-plugin') : [];
  const { name: person, email, url } = typeof author === 'string' ? { name: author } : isObject(author) ? author : {};
  return {
    name,
    version: json.version,
    ...Object.fromEntries(TEXTS.flatMap((key) => (typeof json[key] === 'string' ? [[key, json[key]]] : []))),
    ...(typeof person === 'string' ? { author: { name: person, email, url } } : {}),
    ...(typeof address === 'string' ? { repository: address.replace(/^git\+/, '') } : {}),
    ...(words.length === 0 ? {} : { keywords: words }),
    ...(Object.keys(userConfig).length === 0 ? {} : { userConfig }),
  };
}
