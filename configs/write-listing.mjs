/** The listing of a plugin package: what a host can know of the plugin without loading it. The build writes it into a built package. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileSchema } from '@loadout/core';
import { fieldsOf } from '@loadout/core/run';

const FUNCTIONS = ['call', 'access', 'validateInput', 'obstacle', 'mapResult'];
const FLAGS = ['isReadOnly', 'isConcurrencySafe'];
const NUMBERS = ['maxResultChars', 'timeoutMs'];
const SCHEMAS = ['inputSchema', 'outputSchema'];
/** As they are. */
const PLAIN = [
  ...['aliases', 'inputAliases', 'paths', 'annotations', 'interruptBehavior', 'requiresUserInteraction', 'deferral'],
  ...['rereadable', 'forParentOnly', 'role'],
];

/** Sets the plugin up once, without options. Throws, with the reason, where a listing cannot tell what it offers. */
export async function listingOf(plugin, { version }) {
  const { dispose, tools = [], hooks = {}, services = [], toolSource, ...others } = partsAtOnce(plugin);
  await dispose?.();
  const other = Object.keys(others).find((key) => others[key] !== undefined);
  if (other !== undefined) throw new Error(`it brings ${other}`);
  if (toolSource !== undefined && toolSource.keptInState !== true) throw new Error('its tool source must be opened');
  return {
    name: plugin.name,
    version,
    api: plugin.api,
    tools: tools.map(listedTool),
    hooks: Object.fromEntries(Object.entries(hooks).map(([event, entries]) => [event, [entries].flat().map(listedHook)])),
    services: services.map(({ service, shared }) => ({ key: service.key, ...(shared === true ? { shared } : {}) })),
    ...(toolSource === undefined ? {} : { toolSource: { keptInState: true } }),
  };
}

function partsAtOnce(plugin) {
  const parsed = plugin.options === undefined ? { ok: true, value: {} } : compileSchema(plugin.options, plugin.name).parse({});
  if (parsed.ok === false) throw new Error('it needs options');
  const stateDir = join(tmpdir(), `loadout-state-${randomUUID()}`);
  const parts = plugin.setup({ options: parsed.value, mount: plugin.name, configDir: process.cwd(), stateDir });
  if ('then' in parsed || 'then' in parts) throw new Error('it is not ready at once');
  return parts;
}

function listedTool(tool) {
  const known = ['name', 'description', 'needs', ...PLAIN, ...SCHEMAS, ...FLAGS, ...NUMBERS, ...FUNCTIONS];
  const strange = Object.keys(tool).find((key) => !known.includes(key));
  if (strange !== undefined) throw new Error(`its tool ${tool.name} has ${strange}`);
  const given = (keys, write) => keys.filter((key) => tool[key] !== undefined).map((key) => [key, write(tool[key])]);
  return {
    name: tool.name,
    description: tool.description,
    ...Object.fromEntries([
      ...given(SCHEMAS, (schema) => compileSchema(schema, tool.name).json),
      ...given(PLAIN, (value) => value),
      ...given(FLAGS, (flag) => (typeof flag === 'function' ? 'input' : flag)),
      ...given(NUMBERS, (number) => (Number.isFinite(number) ? number : 'Infinity')),
      ...given(['needs'], (needs) => needs.map(({ key }) => key)),
    ]),
    functions: FUNCTIONS.filter((name) => tool[name] !== undefined),
  };
}

/** A bare function has a name too, but not one that it was given. */
const listedHook = (hook) => (typeof hook === 'function' ? {} : fieldsOf(hook));

/** The file of the listing, for the build of the package in the current folder, which has written the code. Loads the built plugin as a host does. */
export async function listingFile() {
  // A Node that cannot `require` an ES module loads the plugin at start, and has no use for a listing.
  if (process.features.require_module !== true) return {};
  const { name, version, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { default: plugin } = createRequire(import.meta.url)(resolve(exports['.'].default));
  try {
    return { 'loadout-listing.json': JSON.stringify(await listingOf(plugin, { version })) };
  } catch (error) {
    throw new Error(`${name} has no listing: ${error.message}.`, { cause: error });
  }
}
