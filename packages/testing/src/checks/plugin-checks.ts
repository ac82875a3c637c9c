import { compileSchema, HOOK_EVENTS, type Plugin, type PluginManifest, type PluginParts } from '@loadout/core';
import { isHookEvent, PLUGIN_API } from '@loadout/core/run';
import { toDetails } from '../call-tool.js';
import { LIMIT_MS } from '../mount/call-limit.js';
import { parseOptions } from '../mount/mount-plugin.js';
import { endMount, GRACE_MS, sessionScope, setUp } from '../mount/set-up.js';
import { pluginManifest } from '../plugin-manifest.js';
import { type Check, checksOf, type Problem, register, type TestRunner } from './check.js';
import { asJson, difference } from './difference.js';
import { hookProblem } from './hook-checks.js';
import { casesProblem, type Mount, mountedToolChecks } from './mounted-tools.js';
import { changedOptions, disposeProblem, leakProblem, runningProblem, setupProblem } from './plugin-life.js';
import { STATIC } from './static-checks.js';
import type { ToolCases } from './tool-cases.js';
import type { Touches } from './touches.js';

export interface PluginCases {
  /** Options that it takes. Default `{}`. */
  readonly options?: unknown;
  readonly invalidOptions?: readonly { readonly options: unknown; readonly path: string }[] | undefined;
  /** The parsed package.json of the plugin. Its `"loadout"` field must match the code. */
  readonly packageJson?: unknown;
  /** The cases of each tool, by the tool's name. Every tool is then tested as `describeTool` does, as `setup` makes it. */
  readonly tools?: Readonly<Record<string, ToolCases>> | undefined;
  /** Inputs for the hooks of an event. Default: samples, for a call one of each usual tool that the hook's matcher names. */
  readonly hooks?: Readonly<Record<string, readonly object[]>> | undefined;
  /** Milliseconds within which `dispose` must settle. Default 5,000. */
  readonly disposeGraceMs?: number | undefined;
  /** Milliseconds within which each call of a hook must end. Default 30,000. */
  readonly limitMs?: number | undefined;
}

/** A key that no plugin has an option for. */
const STRANGE_KEY = 'no-such-option';

/** All that must hold of a plugin, as checks that any runner can run. Source: PLUG-04. */
export function pluginChecks(plugin: Plugin, cases: PluginCases): Check[] {
  const check = checksOf(`The plugin ${plugin.name}`);
  const { options = {} } = cases;
  const life = {
    options,
    limitMs: cases.limitMs,
    tools: cases.tools ?? {},
    graceMs: cases.disposeGraceMs ?? GRACE_MS,
    endless: new Map(),
  };
  const touches = touchesIn(cases);
  return [
    check('is made with definePlugin', () => definitionProblem(plugin)),
    check('takes the options of its case', () => optionsProblem(plugin, options)),
    check('refuses an option that it does not know', () => strangeKeyProblem(plugin, options)),
    ...(cases.invalidOptions ?? []).map((one) =>
      check(`refuses the options ${JSON.stringify(one.options)}`, () => refusalProblem(plugin, one)),
    ),
    check('offers the same each time it is set up', () =>
      withTwo(plugin, { ...life, look: ([a, b]) => difference(outline(b), outline(a)) }),
    ),
    check('gives each session a service of its own', () => withTwo(plugin, { ...life, look: ([parts]) => sharedService(parts) })),
    check('lets go of one mount and leaves the other', () => disposeProblem(plugin, life)),
    check('leaves nothing running after dispose', () => runningProblem(plugin, life)),
    check('does only what it declares while it is set up and ends', () => setupProblem(plugin, { ...life, touches })),
    check('leaves its options as they were', () => changedOptions(plugin, life)),
    ...(cases.tools === undefined ? [] : [check('tells one session nothing of another', () => leakProblem(plugin, life))]),
    check('has no two tools of one name', () => withTwo(plugin, { ...life, look: ([parts]) => nameProblem(parts) })),
    check('has tools that can be listed', () => withTwo(plugin, { ...life, look: ([parts]) => toolProblem(parts) })),
    check('hooks onto events that exist', () => withTwo(plugin, { ...life, look: ([parts]) => eventProblem(parts) })),
    check('has hooks that answer in a known form and do what the plugin declares', () =>
      hookProblem(plugin, { ...life, touches, limitMs: cases.limitMs ?? LIMIT_MS, inputs: cases.hooks ?? {} }),
    ),
    ...(cases.packageJson === undefined
      ? []
      : [check('has a manifest that says what the code says', () => manifestProblem(plugin, cases))]),
    ...toolsOf(plugin, { check, cases, life, touches }),
  ];
}

interface ToolsOf {
  readonly check: ReturnType<typeof checksOf>;
  readonly cases: PluginCases;
  readonly life: Mount;
  readonly touches: Touches | undefined;
}

function toolsOf(plugin: Plugin, { check, cases: { tools }, life, touches }: ToolsOf): readonly Check[] {
  if (tools === undefined) return [];
  const withTouches = Object.entries(tools).map(([name, cases]) => [name, { touches, ...cases }] as const);
  return [
    check('has cases for each of its tools', () => withTwo(plugin, { ...life, look: ([parts]) => casesProblem(parts, tools) })),
    ...mountedToolChecks(plugin, { ...life, tools: Object.fromEntries(withTouches) }),
  ];
}

const touchesIn = ({ packageJson }: PluginCases): Touches | undefined =>
  packageJson === undefined ? undefined : (manifestIn(packageJson)?.touches ?? {});

const manifestIn = (packageJson: unknown) => (packageJson as { readonly loadout?: PluginManifest }).loadout;

function definitionProblem(plugin: Plugin): Problem {
  if (typeof plugin.name !== 'string' || plugin.name === '') return 'it has no name';
  if (plugin.api !== PLUGIN_API) return `its api is ${JSON.stringify(plugin.api)}, expected ${PLUGIN_API}`;
  return typeof plugin.setup === 'function' ? undefined : 'setup is not a function';
}

async function optionsProblem(plugin: Plugin, options: unknown): Promise<Problem> {
  const parsed = await parseOptions(plugin, options);
  return parsed.ok ? undefined : toDetails(parsed.issues);
}

async function strangeKeyProblem(plugin: Plugin, options: unknown): Promise<Problem> {
  if (plugin.options === undefined) return undefined;
  const strange = { ...(options as object), [STRANGE_KEY]: true };
  const parsed = await parseOptions(plugin, strange);
  return parsed.ok ? `it takes "${STRANGE_KEY}"; close its schema (additionalProperties: false, z.strictObject)` : undefined;
}

async function refusalProblem(plugin: Plugin, { options, path }: { options: unknown; path: string }): Promise<Problem> {
  if (plugin.options === undefined) return 'it has no options schema';
  const parsed = await parseOptions(plugin, options);
  if (parsed.ok) return `it takes them; an issue at ${path} was expected`;
  return parsed.issues.some((issue) => issue.path === path)
    ? undefined
    : `it refuses them, but not at ${path}: ${toDetails(parsed.issues)}`;
}

interface Looking {
  readonly options: unknown;
  readonly limitMs?: number | undefined;
  readonly graceMs: number;
  readonly look: (parts: readonly [PluginParts, PluginParts]) => Problem;
}

async function withTwo(plugin: Plugin, { options, look, graceMs, limitMs }: Looking): Promise<Problem> {
  const first = await setUp(plugin, options, { limitMs });
  const second = await setUp(plugin, options);
  try {
    return look([first, second]);
  } finally {
    await endMount(second, graceMs);
    await endMount(first, graceMs);
  }
}

/** The parts of a plugin that are data. */
const outline = (parts: PluginParts) =>
  asJson({
    tools: parts.tools?.map(({ name, aliases, description, inputSchema, annotations }) => ({
      name,
      aliases,
      description,
      annotations,
      schema: compileSchema(inputSchema, `the tool ${name}`).json,
    })),
    hooks: Object.keys(parts.hooks ?? {}),
    hookTypes: Object.keys(parts.hookTypes ?? {}),
    services: parts.services?.map((offer) => offer.service.key),
    model: parts.model?.name,
  });

function sharedService(parts: PluginParts): Problem {
  for (const { service, create, dispose } of parts.services ?? []) {
    const values = ['session-a', 'session-b'].map((sessionId) => create(sessionScope(sessionId)));
    for (const value of values) void dispose?.(value);
    if (typeof values[0] === 'object' && values[0] !== null && values[0] === values[1])
      return `two sessions get the same ${service.key}`;
  }
  return undefined;
}

function nameProblem(parts: PluginParts): Problem {
  const names = (parts.tools ?? []).flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `the name ${twice} is there twice, aliases counted`;
}

function toolProblem(parts: PluginParts): Problem {
  for (const tool of parts.tools ?? []) {
    for (const [name, look] of STATIC) {
      const problem = look(tool);
      if (problem !== undefined) return `${tool.name} fails "${name}": ${problem}`;
    }
  }
  return undefined;
}

function eventProblem(parts: PluginParts): Problem {
  const strange = Object.keys(parts.hooks ?? {}).find((event) => !isHookEvent(event));
  return strange === undefined ? undefined : `there is no event ${strange}; there are ${Object.keys(HOOK_EVENTS).join(', ')}`;
}

async function manifestProblem(plugin: Plugin, { packageJson, options }: PluginCases): Promise<Problem> {
  const cure = `write it with: ${cureFor(packageJson)}`;
  const written = manifestIn(packageJson);
  if (written === undefined) return `package.json has no "loadout"; ${cure}`;
  const fromCode = await pluginManifest(plugin, { packageJson, options });
  const problem = difference(asJson(written), asJson(fromCode), 'loadout');
  return problem === undefined ? undefined : `${problem}; ${cure}`;
}

/** The command that writes the manifest of this package. */
function cureFor(packageJson: unknown): string {
  const { name, scripts = {} } = packageJson as { readonly name?: string; readonly scripts?: Readonly<Record<string, string>> };
  if (name?.startsWith('@loadout/') === true) return 'node scripts/sync-manifests.mjs';
  const script = Object.entries(scripts).find(([, command]) => /loadout-manifest|manifest\.m?js/.test(command))?.[0];
  return script === undefined ? 'npx loadout-manifest' : `npm run ${script}`;
}

/** Tests the rules for every plugin, with the `describe` and `it` of the caller. */
export function describePlugin(plugin: Plugin, cases: PluginCases & TestRunner): void {
  register(`plugin ${plugin.name}`, { runner: cases, checks: pluginChecks(plugin, cases) });
}
