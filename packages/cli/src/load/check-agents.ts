import {
  type KnownServers,
  knownServers,
  lacksSandboxPackage,
  missingPrograms,
  poolWithServers,
  SANDBOX_PACKAGE,
  withAgent,
} from '@loadout/command/runs';
import type { Diagnostic, LoadedConfig } from '@loadout/config';
import { isLoadoutError, type LoadoutError } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import type { Plan, ToolPool } from '@loadout/core/run';
import { noModel } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { neverRules } from './never-rules.js';
import { serversOff, type WaitingPlugin, waitingPlugins } from './parts-off.js';

export interface CheckedAgents {
  readonly problems: readonly Diagnostic[];
  /** The names of all tools of all agents. */
  readonly tools: ReadonlySet<string>;
  /** The keys of MCP servers whose tools are known only while they run. */
  readonly unknownServers: readonly string[];
}

/** Prepares each agent as a run would, without a call to a model: plugins load, hooks are built, a model is chosen. */
export async function checkAgents(loaded: Checked, io: Pick<Io, 'env'>): Promise<CheckedAgents> {
  const { plan, trust, warnings } = loaded;
  const { env } = io;
  const waiting = waitingPlugins(loaded);
  const unknownServers = new Set<string>();
  const found = new Map<string, Diagnostic>();
  const tools = new Set<string>();
  for (const name of Object.keys(plan.agents)) {
    const report = reporter(plan, { name, found });
    const { sandbox } = plan.agents[name] ?? {};
    if (sandbox !== undefined && lacksSandboxPackage(plan))
      report({
        ...diagnosticOf(errors.SANDBOX_PACKAGE_MISSING({ agent: name, use: SANDBOX_PACKAGE, required: sandbox.required })),
        severity: 'warning',
      });
    try {
      const servers = await knownServers(plan, { agent: name, env, off: serversOff({ trust }) });
      for (const key of servers.unknown) unknownServers.add(key);
      const inspection = { name, env, report, tools, servers, waiting, told: toldTools(name, warnings) };
      await inspect(plan, inspection).catch((error: unknown) => {
        if (!isLoadoutError(error) || error.code !== 'MODEL_NONE') throw error;
        // A key that is not set here may be set on the machine where the agent runs.
        report({ ...diagnosticOf(error), severity: 'warning' });
        return inspect(plan, { ...inspection, model: noModel });
      });
    } catch (error) {
      if (!isLoadoutError(error)) throw error;
      report({ ...diagnosticOf(error), severity: 'error' });
    }
  }
  const missing = missingPrograms(plan, env).map(
    ({ error, isGuard }): Diagnostic => ({ ...diagnosticOf(error), severity: isGuard ? 'error' : 'warning', path: '' }),
  );
  return { problems: [...found.values(), ...missing], tools, unknownServers: [...unknownServers] };
}

type Checked = Pick<LoadedConfig, 'plan' | 'trust' | 'warnings'>;
type Env = Readonly<Record<string, string | undefined>>;
type Problem = Omit<Diagnostic, 'path'>;
type Report = (problem: Problem) => void;

interface Inspection {
  readonly name: string;
  readonly env: Env;
  readonly report: Report;
  readonly tools: Set<string>;
  readonly servers: KnownServers;
  readonly waiting: WaitingPlugin;
  readonly told: ReadonlySet<unknown>;
  readonly model?: ModelProvider;
}

async function inspect(plan: Plan, { name, env, report, tools, servers, waiting, told, model }: Inspection): Promise<void> {
  await withAgent(plan, {
    agent: name,
    env,
    model,
    use: (agent) => {
      const { notices, unserved } = agent;
      const pool = poolWithServers(agent, servers);
      for (const tool of pool.tools) tools.add(tool.name);
      for (const message of notices) report({ code: 'PLUGIN_LEFT_OUT', message, severity: 'warning' });
      for (const { tool, service } of unserved)
        report({
          code: 'SERVICE_MISSING',
          message: `The tool ${tool} needs the service ${service}, which no plugin offers. Calls of the tool will fail.`,
          fix: `Add the plugin that offers ${service}.`,
          severity: 'warning',
        });
      const rules = [...plan.permissions.rules, ...(plan.agents[name]?.permissions.rules ?? [])];
      for (const error of neverRules(rules, pool)) report({ ...diagnosticOf(error), severity: 'warning' });
      for (const note of pool.notes) if (note.kind !== 'removed' && !told.has(note.name)) report(problemOfName(note, waiting));
    },
  });
}

/** The tools of the agent that the configuration has told of already, each with its place and a fix. */
const toldTools = (agent: string, warnings: readonly Diagnostic[]): Inspection['told'] =>
  new Set(warnings.flatMap(({ path, values }) => (path.startsWith(`agents.${agent}.`) ? [values?.tool] : [])));

function problemOfName({ kind, name, message }: ToolPool['notes'][number], waiting: WaitingPlugin): Problem {
  const plugin = kind === 'unknown' ? waiting(name) : undefined;
  if (plugin === undefined) return { code: 'TOOL_UNKNOWN', message, severity: 'warning' };
  const fix = 'Review and trust it with: loadout trust.';
  return { code: 'PLUGIN_UNTRUSTED', message: plugin.message, fix, severity: 'warning' };
}

/** Reports each problem once, even if every agent has it. */
function reporter(plan: Plan, { name, found }: { readonly name: string; readonly found: Map<string, Diagnostic> }): Report {
  const position = plan.agents[name]?.position;
  return (problem) => {
    const at = problem.position ?? position;
    const key = [problem.code, problem.message, at?.file, at?.line].join('\0');
    found.set(key, { ...problem, path: `agents.${name}`, ...(at === undefined ? {} : { position: at }) });
  };
}

/** The problems of a configuration. Its error carries all of them. */
export function problemsOf(error: unknown): readonly Diagnostic[] | undefined {
  if (!isLoadoutError(error) || /^(?:TRUST|LOCK)_/.test(error.code)) return undefined;
  if ('problems' in error && Array.isArray(error.problems)) return error.problems as Diagnostic[];
  return [{ ...diagnosticOf(error), path: '', severity: 'error' }];
}

/** An error as the parts of a problem. */
const diagnosticOf = ({ code, message, fix, position, values }: LoadoutError): Omit<Diagnostic, 'path' | 'severity'> => ({
  code,
  message,
  ...(values === undefined ? {} : { values }),
  ...(fix === undefined ? {} : { fix }),
  ...(position === undefined ? {} : { position }),
});
