import { relative } from 'node:path';
import { visible, visibleValue } from '@loadout/command';
import { folderOf, MOUNT_NAME, misspelt, readManifest } from '@loadout/config';
import { isObject, type JsonSchema, type PluginManifest } from '@loadout/core';
import { type CommandFlags, type CommandHost, type ConfigText, defineCommand, placeFlags } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { addClaude, isClaudePlugin, refusePath, withMarketplaces } from './add-source.js';
import { askOptions } from './ask-options.js';
import {
  correctedOption,
  literalSecrets,
  missingOptions,
  optionProblems,
  optionRows,
  readOptions,
  unsetVariables,
} from './option-values.js';
import { orSignal, runNpm } from './run-npm.js';
import { checkOpen, dependenciesOf, keepProject, lookAt, type WantedPackage } from './wanted-package.js';

const definition = {
  name: 'add',
  group: 'first steps',
  summary: 'Install a plugin with npm, show what it accesses, mount it and lock it.',
  positionals: [
    {
      name: 'package',
      help: 'A package as npm accepts it: a name, name@range, or a packed file. Or a plugin of Claude Code: name@marketplace, or ./folder.',
    },
  ],
  flags: [
    ...placeFlags,
    {
      name: 'claude',
      help: 'name@marketplace is a plugin of Claude Code, even if the configuration does not name the marketplace.',
    },
    { name: 'as', value: 'NAME', help: 'The mount name, which prefixes the names of its tools.' },
    {
      name: 'option',
      value: 'KEY=VALUE',
      repeat: true,
      help: 'An option of the plugin, such as url=https://crm.example or token=${env:CRM_TOKEN}. A dot leads into an object.',
    },
  ],
  details: [
    'The package and its options are checked before anything changes. A required option without a value is asked on a terminal.',
    'If the installation or the configuration fails, package.json, the configuration and the lock stay as they were.',
    'Install scripts of packages do not run. A plugin that is not part of Loadout is disabled until you run loadout trust.',
  ],
  examples: ['@loadout/tool-web', 'code-review@official', 'loadout-plugin-crm --as crm --option url=https://crm.example'],
} as const;

/** Looks at the package and at the options first. What can fail after that leaves the project as it was. */
export default defineCommand(definition, ({ positionals: [wanted = ''], flags }, host) =>
  orSignal(async () => {
    const wrong = flags.option.find((text) => text.indexOf('=') < 1);
    if (wrong !== undefined) throw errors.ADD_OPTION_FORM({ key: wrong.replace(/\W.*$/s, '') });
    if (flags.as !== undefined) checkName(flags.as);
    // npm takes a word with a dash for one of its own flags, and an empty word for the folder.
    if (/^\s*(?:-|$)/.test(wanted)) throw errors.ADD_NAME({ wanted });
    const config = await host.edit(flags);
    if (flags.claude || (await isClaudePlugin(wanted, config))) return addClaude(wanted, { flags, host });
    const problem = misspelt(nameOf(wanted) ?? '');
    if (problem !== undefined) throw errors.ADD_MISSPELT({ problem });
    const mounts = await config.mounts();
    const configDir = folderOf(config.file);
    refusePath(wanted, configDir);
    checkOpen(configDir);
    const dependencies = dependenciesOf(configDir);
    const known = Object.keys(await config.entries('marketplaces'));
    const found = await lookAt(wanted, { configDir, host }).catch((error: unknown) => {
      throw withMarketplaces(error, wanted, known);
    });
    const mount = mountFor(found.use, { mounts, flags });
    const options = await completed(found, { flags, host, wanted });
    const isThere = Object.hasOwn(mounts, mount);
    const text = isThere
      ? config.text
      : await config.withEntries({ section: 'plugins', key: mount, value: entryOf(found.use, options) });
    host.out(touched(found.manifest, found));
    await install(wanted, { config, text, found, host, wasThere: Object.hasOwn(dependencies, found.use) });
    for (const name of literalSecrets(options, found.manifest.options))
      host.tell(`warning: ${name} is a secret and is now written into the file; write \${env:NAME} instead.\n`);
    host.out(`Mounted as ${mount} in ${relative(host.cwd, config.file)} and updated the lock.\n${offer(mount, found)}`);
    if (!(await config.isTrusted())) host.out(`The plugin is disabled until you run: ${host.called} trust\n`);
    return 0;
  }),
);

const entryOf = (use: string, options: Readonly<Record<string, unknown>>) =>
  Object.keys(options).length === 0 ? use : { use, options };

/** Mounting a plugin gives its tools to no agent. Only Loadout's own plugins keep the bare names of their tools. */
function offer(mount: string, { use, manifest }: WantedPackage): string {
  const names = (manifest.tools ?? []).map(({ name }) => name);
  if (names.length === 0) return '';
  const words = use.startsWith('@loadout/') ? names.join(', ') : `${mount}__*`;
  return `To offer its tools to an agent, add to agents.<name>.tools: ${words}\n`;
}

type Flags = CommandFlags<typeof definition>;

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
  { flags, host, wanted }: { readonly flags: Flags; readonly host: CommandHost; readonly wanted: string },
): Promise<Readonly<Record<string, unknown>>> {
  const schema = manifest.options;
  const given = readOptions(flags.option, schema);
  const options = await askOptions(given, { schema, host });
  const unset = unsetVariables(options, host.env);
  const problems = [...optionProblems(options, schema), ...unset.map((name) => `the environment variable ${name} is not set`)];
  if (problems.length === 0) return options;
  const command = [...unset.map((name) => `${name}=…`), commandFor(wanted, { flags, schema, options })].join(' ');
  throw errors.ADD_OPTIONS({ use, problems, rows: rowLines(schema), command });
}

const rowLines = (schema: JsonSchema | undefined): readonly string[] =>
  optionRows(schema).map(
    ({ name, types, isRequired, isSecret, description }) =>
      `${name} (${[types, ...(isRequired ? ['required'] : []), ...(isSecret ? ['secret'] : [])].join(', ')})${description === '' ? '' : `: ${description}`}`,
  );

/** The command with a place for each missing or wrong option, and without what the plugin does not know. */
function commandFor(
  wanted: string,
  {
    flags,
    schema,
    options,
  }: { readonly flags: Flags; readonly schema: JsonSchema | undefined; readonly options: Readonly<Record<string, unknown>> },
): string {
  const missing = missingOptions(options, schema).map(
    ({ name, types, isSecret }) => `${name}${types === 'object' ? '.NAME' : ''}=${isSecret ? '${env:NAME}' : '…'}`,
  );
  const secrets = new Set(literalSecrets(readOptions(flags.option, schema), schema));
  const given = flags.option.flatMap((text) => {
    const key = text.slice(0, text.indexOf('='));
    return secrets.has(key) ? [`${key}=\${env:NAME}`] : correctedOption(text, { options, schema });
  });
  const as = flags.as === undefined ? [] : ['--as', flags.as];
  return ['loadout add', wanted, ...as, ...[...given, ...missing].map((text) => `--option '${text}'`)].join(' ');
}

interface Installing {
  readonly config: ConfigText;
  readonly text: string;
  readonly found: WantedPackage;
  readonly host: CommandHost;
  readonly wasThere: boolean;
}

/** Installs and mounts, or leaves the package files, the configuration and the lock as they were. */
async function install(wanted: string, { config, text, found: { use, version }, host, wasThere }: Installing): Promise<void> {
  const configDir = folderOf(config.file);
  const restore = keepProject(config.file);
  try {
    await runNpm(['install', '--save', wanted], { cwd: configDir, host });
    const installed = readManifest(use, configDir)?.version;
    if (installed !== version) throw errors.ADD_OTHER_VERSION({ use, shown: version, installed });
    await config.write(text);
  } catch (error) {
    restore();
    // npm itself undoes an installation that failed.
    if (!wasThere) await runNpm(['uninstall', '--no-save', use], { cwd: configDir, host, isQuiet: true }).catch(() => {});
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
