import { type AnyTool, compileSchema, type Plugin, type PluginParts } from '@loadout/core';
import { secretOptions } from '@loadout/core/run';
import { endMount, sessionScope, setUp } from '../mount/set-up.js';
import type { Services } from '../test-context.js';
import { type Watch, watch } from '../watch/watch.js';
import { type Check, checksOf, type Problem } from './check.js';
import type { ToolCases } from './tool-cases.js';
import { toolChecks } from './tool-checks.js';
import { type Trial, trialOf } from './trial.js';

/** A plugin with the options that it is set up with, and the cases of its tools. */
export interface Mount {
  readonly options: unknown;
  readonly tools: Readonly<Record<string, ToolCases>>;
  /** The cases that once had no end, by all checks of the plugin. */
  readonly endless: Trial['endless'];
  /** Milliseconds within which `dispose` must settle. */
  readonly graceMs: number;
}

/**
 * The checks of `describeTool` for each tool of a plugin, with the tools that `setup` makes of the options. The plugin is set up
 * once, by the first check that runs, and disposed of by the last.
 */
export function mountedToolChecks(plugin: Plugin, mount: Mount): readonly Check[] {
  const { options, tools, graceMs, endless } = mount;
  let mounting: Promise<Mounted> | undefined;
  const mounted = () => {
    mounting ??= mountedUnderWatch(plugin, options);
    return mounting;
  };
  const checks = Object.entries(tools).flatMap(([name, cases]) => {
    let made: Promise<readonly Check[]> | undefined;
    const real = () => {
      made ??= mounted().then((place) => {
        const own = mountedCases(cases, place);
        return toolChecks(toolIn(place.parts, name), own, trialOf(own, { endless, watch: place.watch }));
      });
      return made;
    };
    // The names of the checks follow from the cases alone, and a test runner wants them before anything runs.
    const named = toolChecks({ name } as AnyTool, { ...cases, ...known(plugin, options) });
    return named.map((check, index) => ({
      name: `has a tool ${name} that ${check.name}`,
      run: async () => (await real())[index]?.run(),
    }));
  });
  const check = checksOf(`The plugin ${plugin.name}`);
  return [
    ...checks,
    check('lets go of what its tools were tested with', async () =>
      mounting === undefined ? undefined : endProblem(await mounting, graceMs),
    ),
  ];
}

/** The calls of a plugin may leave what its services or its dispose end. */
async function endProblem({ parts, services, watch }: Mounted, graceMs: number): Promise<Problem> {
  for (const { service, dispose } of parts.services ?? [])
    for (const [key, value] of services) if (key === service) await dispose?.(value);
  const ended = await endMount(parts, graceMs);
  const left = ended === undefined ? await watch.left({ graceMs }) : undefined;
  watch.end();
  return left === undefined ? ended : `after its dispose there is still ${left}, which a call started`;
}

/** Finds a tool without cases, and cases without a tool. */
export function casesProblem(parts: PluginParts, tools: Readonly<Record<string, ToolCases>>): Problem {
  const names = (parts.tools ?? []).map((tool) => tool.name);
  const untested = names.find((name) => !Object.hasOwn(tools, name));
  if (untested !== undefined) return `the tool ${untested} has no cases; add them under tools.${untested}`;
  const strange = Object.keys(tools).find((name) => !names.includes(name));
  return strange === undefined ? undefined : `it has no tool ${strange}; it has ${names.join(', ') || 'none'}`;
}

/** The facts that the checks of a tool take from its plugin. */
const known = (plugin: Plugin, options: unknown): Pick<ToolCases, 'secrets' | 'offered'> => ({
  secrets: secretsOf(plugin, options),
  offered: [],
});

/** The values of the options that the schema marks as secrets. */
export function secretsOf({ options: schema, name }: Plugin, options: unknown): readonly string[] {
  const secrets = schema === undefined ? [] : secretOptions(compileSchema(schema, `the options of ${name}`).json, options);
  return secrets.map(({ value }) => value);
}

interface Mounted {
  readonly plugin: Plugin;
  readonly options: unknown;
  readonly parts: PluginParts;
  /** The watch over all calls. */
  readonly watch: Watch;
  readonly services: Services;
}

async function mountedUnderWatch(plugin: Plugin, options: unknown): Promise<Mounted> {
  const calls = watch();
  const parts = await calls.record().during('setup', () => setUp(plugin, options));
  return { plugin, options, parts, watch: calls, services: ownServices(parts, 'session-test') };
}

function mountedCases(cases: ToolCases, { plugin, options, parts, services }: Mounted): ToolCases {
  const offered = (parts.services ?? []).map(({ service }) => service.key);
  return {
    ...cases,
    ...known(plugin, options),
    offered,
    services: [...services, ...(cases.services ?? [])],
  };
}

/** The services that a plugin offers to one session. */
export const ownServices = (parts: PluginParts, sessionId: string): Services =>
  (parts.services ?? []).map(({ service, create }) => [service, create(sessionScope(sessionId))] as const);

export function toolIn(parts: PluginParts, name: string): AnyTool {
  const found = parts.tools?.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`The plugin has no tool ${name}.`);
  return found;
}
