import { isObject } from '@loadout/core';
import { filledFrom, joinInputs } from './inputs.js';
import type { LockedServer, LockedWord, ServerInput } from './locked-server.js';
import { type Json, objects } from './server-json.js';

export type MappedServer = Omit<LockedServer, 'registry' | 'sha256'>;

/** A problem of a package or a remote, which makes it unusable here. */
export interface Unusable {
  readonly problem: string;
}

/** How a kind of package is started. No words pass through a shell. */
interface Kind {
  readonly runtimes: readonly string[];
  readonly identifier: RegExp;
  /** Versions that name one release. */
  readonly version: RegExp;
  readonly base: RegExp;
  /** The words before the package. */
  readonly before: readonly string[];
  pinned(identifier: string, version: string): string;
  /** The words between the package and its arguments. */
  readonly between?: readonly string[];
}

const EXACT = /^v?\d+(?:\.\d+)*(?:[.+-]?[0-9A-Za-z][0-9A-Za-z.+-]*)?$/;

const KINDS: Readonly<Record<string, Kind>> = {
  npm: {
    runtimes: ['npx', 'bunx'],
    version: EXACT,
    identifier: /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i,
    base: /^https:\/\/registry\.npmjs\.org\/?$/,
    before: ['-y'],
    pinned: (identifier, version) => `${identifier}@${version}`,
  },
  pypi: {
    runtimes: ['uvx'],
    version: EXACT,
    identifier: /^[a-z0-9](?:[\w.-]*[a-z0-9])?$/i,
    base: /^https:\/\/pypi\.org\/?$/,
    before: [],
    pinned: (identifier, version) => `${identifier}==${version}`,
  },
  nuget: {
    runtimes: ['dnx'],
    version: EXACT,
    identifier: /^[a-z0-9][\w.-]*$/i,
    base: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/,
    before: [],
    pinned: (identifier, version) => `${identifier}@${version}`,
    between: ['--yes', '--'],
  },
  oci: {
    runtimes: ['docker', 'podman'],
    version: /^(?!latest$)\w[\w.-]{0,127}$/,
    identifier: /^[a-z0-9](?!.*:latest$)[\w./:@-]*$/i,
    base: /^https:\/\/(?:docker\.io|ghcr\.io|quay\.io|mcr\.microsoft\.com)\/?$/,
    before: ['run', '-i', '--rm'],
    pinned: (identifier, version) => (/(?:@|:[\w.-]+$)/.test(identifier) ? identifier : `${identifier}:${version}`),
  },
};

/** The beginning of a value of somebody else, for a message. */
export const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

/** Maps a package to a command, or says why that is not possible. */
export function mapPackage(pack: Json, version: string): MappedServer | Unusable {
  const { registryType, identifier, registryBaseUrl, runtimeHint, transport } = pack;
  const kind = typeof registryType === 'string' && Object.hasOwn(KINDS, registryType) ? KINDS[registryType] : undefined;
  if (kind === undefined) return { problem: `a package of ${shown(registryType)} cannot be started here` };
  if (typeof identifier !== 'string' || !kind.identifier.test(identifier))
    return { problem: `${shown(identifier)} is not the name of a package of ${registryType}` };
  const exact = typeof pack.version === 'string' ? pack.version : version;
  if (!kind.version.test(exact)) return { problem: `the version ${shown(exact)} is not exact` };
  if (isObject(transport) && transport.type !== 'stdio')
    return { problem: `its package listens as ${shown(transport.type)}, and only stdio is started` };
  if (registryBaseUrl !== undefined && !kind.base.test(String(registryBaseUrl)))
    return { problem: `its package is in the registry ${shown(registryBaseUrl)}` };
  const [usual = ''] = kind.runtimes;
  const command = typeof runtimeHint === 'string' ? runtimeHint : usual;
  if (!kind.runtimes.includes(command)) return { problem: `it wants to be run by ${shown(command)}` };
  return commandOf(pack, { kind, command, pinned: kind.pinned(identifier, exact) });
}

function commandOf(
  pack: Json,
  { kind, command, pinned }: { readonly kind: Kind; readonly command: string; readonly pinned: string },
): MappedServer | Unusable {
  const runtime = mapArguments(objects(pack.runtimeArguments));
  const isImage = kind === KINDS.oci;
  const other = isImage ? undefined : otherWord(runtime.words);
  if (other !== undefined) return { problem: `its runtimeArguments hold ${shown(other)}, which could run other code` };
  const own = mapArguments(objects(pack.packageArguments));
  const { values: env, inputs } = mapNamed(objects(pack.environmentVariables));
  const odd = Object.keys(env).find((name) => !/^(?!__proto__$)[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined) return { problem: `${shown(odd)} is not the name of a variable` };
  const passed = isImage ? Object.keys(env).flatMap((name) => passedOn(name, inputs)) : [];
  const before = kind.before.filter((word) => !runtime.words.includes(word));
  const args = [...before, ...passed, ...runtime.words, pinned, ...(kind.between ?? []), ...own.words];
  const all = { ...runtime.inputs, ...own.inputs, ...inputs };
  return {
    command,
    args,
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(Object.keys(all).length === 0 ? {} : { inputs: all }),
  };
}

/** A variable for a container. One that is not set is not named, because an empty value may mean something else. */
const passedOn = (name: string, inputs: Readonly<Record<string, ServerInput>>): readonly LockedWord[] =>
  Object.hasOwn(inputs, name) ? [{ when: name, words: ['-e', name] }] : ['-e', name];

const HARMLESS = new Set(['-y', '--yes', '-q', '--quiet']);

/** A word that would have npx, uvx or dnx run something besides the package: `-c`, `--package`, `--from`, `--with`. */
const otherWord = (words: readonly LockedWord[]): LockedWord | undefined =>
  words.find((word) => typeof word !== 'string' || !HARMLESS.has(word));

export interface Named {
  readonly values: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, ServerInput>>;
}

/** Maps variables of the environment, or headers. */
export function mapNamed(fields: readonly Json[]): Named {
  const named = fields.filter((field): field is Json & { readonly name: string } => typeof field.name === 'string');
  const parts = named.map((field) => ({ name: field.name, ...filledFrom(field, field.name) }));
  return {
    values: Object.fromEntries(parts.map(({ name, text }) => [name, text])),
    inputs: joinInputs(parts),
  };
}

interface Words {
  readonly words: readonly LockedWord[];
  readonly inputs: Readonly<Record<string, ServerInput>>;
}

/** Maps the arguments of a package to words of a command, each one word whatever is in it. */
function mapArguments(fields: readonly Json[]): Words {
  const parts = fields.map((field, index) => mapArgument(field, index));
  return { words: parts.flatMap(({ words }) => words), inputs: joinInputs(parts) };
}

function mapArgument(field: Json, index: number): Words {
  const flag = field.type === 'named' && typeof field.name === 'string' && field.name !== '' ? field.name : undefined;
  const hint = typeof field.valueHint === 'string' ? field.valueHint : undefined;
  const name = inputName(flag?.replace(/^-+|=$/g, '') || hint || '') || `argument${index + 1}`;
  if (flag !== undefined && isSwitch(field)) return { words: [flag], inputs: {} };
  const { text, inputs, isOptional } = filledFrom(field, name);
  if (flag !== undefined && typeof field.value !== 'string' && field.format === 'boolean')
    return { words: [{ when: name, words: [flag] }], inputs };
  const words = flag === undefined ? [text] : flag.endsWith('=') ? [`${flag}${text}`] : [flag, text];
  return { words: isOptional || field.isRepeated === true ? [{ when: name, words }] : words, inputs };
}

/** A name that a person can write as a key, and that stands between braces. */
const inputName = (text: string): string =>
  text
    .replace(/[^\w.-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);

/** Whether an option has no value: its author says nothing about one. */
const isSwitch = (field: Json): boolean =>
  [
    'value',
    'valueHint',
    'default',
    'choices',
    'placeholder',
    'format',
    'isRequired',
    'isSecret',
    'isRepeated',
    'variables',
  ].every((key) => field[key] === undefined || field[key] === false);
