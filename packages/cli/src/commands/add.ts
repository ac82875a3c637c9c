import { join, relative } from 'node:path';
import { printable, visible, visibleValue } from '@loadout/command';
import { folderOf, LOCK_NAME, MOUNT_NAME, misspelt, readManifest } from '@loadout/config';
import { isObject, type JsonSchema, type PluginManifest } from '@loadout/core';
import type { ConfigText } from '@loadout/core/commands';
import type { Command } from '../arguments/command.js';
import type { Arguments } from '../arguments/definition.js';
import type { add } from '../arguments/trust-definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { askOptions } from '../load/ask-options.js';
import { keepFiles, openConfigText } from '../load/config-text.js';
import {
  literalSecrets,
  missingOptions,
  optionProblems,
  optionRows,
  readOptions,
  unsetVariables,
} from '../load/option-values.js';
import { runNpm } from '../load/run-npm.js';
import { dependenciesOf, lookAt, projectOf, type WantedPackage } from '../load/wanted-package.js';
import { addClaude, isClaudePlugin, refusePath, withMarketplaces } from './add-source.js';

/** Looks at the package and at the options first. What can fail after that leaves the project as it was. */
export const execute: Command<typeof add> = async ({ positionals: [wanted = ''], flags }, io) => {
  const wrong = flags.option.find((text) => text.indexOf('=') < 1);
  if (wrong !== undefined) throw errors.ADD_OPTION_FORM({ key: wrong.replace(/\W.*$/s, '') });
  if (flags.as !== undefined) checkName(flags.as);
  const config = await openConfigText({ ...flags, param: [] }, io);
  if (flags.claude || (await isClaudePlugin(wanted, config))) return addClaude(wanted, { flags, io });
  const problem = misspelt(nameOf(wanted) ?? '');
  if (problem !== undefined) throw errors.ADD_MISSPELT({ problem });
  const mounts = await config.mounts();
  const configDir = folderOf(config.file);
  refusePath(wanted, configDir);
  const known = Object.keys(await config.entries('marketplaces'));
  const found = await lookAt(wanted, { configDir, io }).catch((error: unknown) => {
    throw withMarketplaces(error, wanted, known);
  });
  const mount = mountFor(found.use, { mounts, flags });
  const options = await completed(found, { flags, io, wanted });
  const isThere = Object.hasOwn(mounts, mount);
  const text = isThere
    ? config.text
    : await config.withEntry({ section: 'plugins', key: mount, value: entryOf(found.use, options) });
  io.out(touched(found.manifest, found));
  await install(wanted, { config, text, found, io });
  for (const name of literalSecrets(options, found.manifest.options))
    io.tell(`warning: ${printable(name)} is a secret and is now written into the file; write \${env:NAME} instead.\n`);
  io.out(
    `Mounted as ${printable(mount)} in ${printable(relative(io.cwd, config.file))} and updated the lock.\n${offer(mount, found)}`,
  );
  if (!(await config.isTrusted())) io.out('The plugin is disabled until you run: loadout trust\n');
  return 0;
};

const entryOf = (use: string, options: Readonly<Record<string, unknown>>) =>
  Object.keys(options).length === 0 ? use : { use, options };

/** Mounting a plugin gives its tools to no agent. Only Loadout's own plugins keep the bare names of their tools. */
function offer(mount: string, { use, manifest }: WantedPackage): string {
  const names = (manifest.tools ?? []).map(({ name }) => name);
  if (names.length === 0) return '';
  const words = use.startsWith('@loadout/') ? names.join(', ') : `${mount}__*`;
  return `To offer its tools to an agent, add to agents.<name>.tools: ${printable(words)}\n`;
}

type Flags = Arguments<typeof add>['flags'];

function mountFor(
  use: string,
  { mounts, flags }: { readonly mounts: Readonly<Record<string, string>>; readonly flags: Flags },
): string {
  const mount = flags.as ?? mountOf(use);
  const there = Object.hasOwn(mounts, mount) ? mounts[mount] : undefined;
  checkName(mount);
  if (there !== undefined && (there !== use || flags.option.length > 0)) throw errors.ADD_MOUNT_TAKEN({ mount, use: there });
  return mount;
}

function checkName(name: string): void {
  if (!MOUNT_NAME.fits(name)) throw errors.ADD_MOUNT_NAME({ name, rule: MOUNT_NAME.rule });
}

/** The options of the command line, and the answers of a person if required options are missing. Throws ADD_OPTIONS. */
async function completed(
  { use, manifest }: WantedPackage,
  { flags, io, wanted }: { readonly flags: Flags; readonly io: Io; readonly wanted: string },
): Promise<Readonly<Record<string, unknown>>> {
  const schema = manifest.options;
  const given = readOptions(flags.option, schema);
  const options = io.canAsk ? await askOptions(given, { schema, io }) : given;
  const problems = [
    ...optionProblems(options, schema),
    ...unsetVariables(options, io.env).map((name) => `the environment variable ${name} is not set`),
  ];
  if (problems.length === 0) return options;
  throw errors.ADD_OPTIONS({ use, problems, rows: rowLines(schema), command: commandFor(wanted, { flags, schema, options }) });
}

const rowLines = (schema: JsonSchema | undefined): readonly string[] =>
  optionRows(schema).map(
    ({ name, types, isRequired, isSecret, description }) =>
      `${name} (${[types, ...(isRequired ? ['required'] : []), ...(isSecret ? ['secret'] : [])].join(', ')})${description === '' ? '' : `: ${description}`}`,
  );

/** The command with a place for each missing option. */
function commandFor(
  wanted: string,
  { flags, schema, options }: { readonly flags: Flags; readonly schema: JsonSchema | undefined; readonly options: object },
): string {
  const missing = missingOptions({ ...options }, schema).map(
    ({ name, types, isSecret }) => `${name}${types === 'object' ? '.NAME' : ''}=${isSecret ? '${env:NAME}' : '…'}`,
  );
  const secrets = new Set(literalSecrets(readOptions(flags.option, schema), schema));
  const given = flags.option.map((text) => {
    const key = text.slice(0, text.indexOf('='));
    return secrets.has(key) ? `${key}=\${env:NAME}` : text;
  });
  const as = flags.as === undefined ? [] : ['--as', flags.as];
  return ['loadout add', wanted, ...as, ...[...given, ...missing].map((text) => `--option '${text}'`)].join(' ');
}

interface Installing {
  readonly config: ConfigText;
  readonly text: string;
  readonly found: WantedPackage;
  readonly io: Io;
}

/** Installs and mounts, or leaves the package files, the configuration and the lock as they were. */
async function install(wanted: string, { config, text, found: { use, version }, io }: Installing): Promise<void> {
  const { file } = config;
  const configDir = folderOf(file);
  const project = projectOf(configDir);
  const files = ['package.json', 'package-lock.json'].map((name) => join(project, name));
  const restore = keepFiles([...files, file, join(configDir, LOCK_NAME)]);
  const wasThere = Object.hasOwn(dependenciesOf(configDir), use);
  try {
    await runNpm(['install', '--save', wanted], { cwd: configDir, io });
    const installed = readManifest(use, configDir)?.version;
    if (installed !== version) throw errors.ADD_OTHER_VERSION({ use, shown: version, installed });
    await config.write(text);
  } catch (error) {
    restore();
    // npm itself undoes an installation that failed.
    if (!wasThere) await runNpm(['uninstall', '--no-save', use], { cwd: configDir, io, isQuiet: true }).catch(() => {});
    restore();
    throw error;
  }
}

/** The name in `@scope/name@range`; `undefined` for a path, a file or an address, whose name npm finds. */
const nameOf = (wanted: string): string | undefined =>
  /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=@|$)/.exec(/\.t(?:ar\.)?gz$|:/.test(wanted) ? '' : wanted)?.[0];

/** `@acme/loadout-plugin-crm` is crm, `@loadout/tool-fs` is fs. */
const mountOf = (use: string): string => use.replace(/^@[^/]+\//, '').replace(/^(?:loadout-plugin|tool)-/, '');

function touched(manifest: PluginManifest, { use, version }: { readonly use: string; readonly version: string }): string {
  const tools = (manifest.tools ?? []).map((tool) => tool.name).join(', ');
  const rows: readonly unknown[] = Array.isArray(manifest.commands) ? manifest.commands : [];
  const commands = rows.flatMap((one) => (isObject(one) && typeof one.name === 'string' ? [one.name] : []));
  const lines = [
    `${visible(use)} ${visible(version)}`,
    `  tools: ${visible(tools) || 'none'}`,
    ...((manifest.hooks ?? []).length === 0 ? [] : [`  hooks: ${visible((manifest.hooks ?? []).join(', '))}`]),
    ...(commands.length === 0 ? [] : [`  commands: ${visible(commands.join(', '))}`]),
    ...Object.entries(manifest.touches ?? {}).map(
      ([what, value]) => `  ${visible(what)}: ${visibleValue(value).replace(/\s+/g, ' ')}`,
    ),
  ];
  return `${lines.join('\n')}\n  Declared by the author and not verified. A plugin runs with the permissions of this process.\n`;
}
