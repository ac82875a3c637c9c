import { callLabel } from '@loadout/command';
import { openLog, permissionOverrides, type RunWatcher } from '@loadout/command/runs';
import { nearest } from '@loadout/core';
import type { CallOptions, CommandHost, ServedAgent, ServedResult, ServedTools } from '@loadout/core/commands';
import type { Plan } from '@loadout/core/run';
import { releasableSignal } from '@loadout/node';
import {
  type Agent,
  type CallSession,
  createAgent,
  noModel,
  onlyAgent,
  openCalls,
  type RunResult,
  redactor,
  redactValue,
} from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { configFlagsOf, loadPlan, tellWarnings } from '../load/load-plan.js';
import { version } from '../program.js';

type Given = Parameters<CommandHost['serveAgent']>;

/** Prepares an agent for clients. Throws SERVE_PLUGIN_UNKNOWN. */
export async function serveAgent(
  io: Io,
  flags: Given[0],
  { agent: named, plugin: wanted }: Given[1],
): ReturnType<CommandHost['serveAgent']> {
  const chosen = configFlagsOf(flags);
  const loaded = await loadPlan(chosen, { io, wish: { agent: named } });
  const { plan } = loaded;
  tellWarnings(loaded, io);
  const agentName = named ?? onlyAgent(plan);
  checkNeeds(loaded, agentName, { env: io.env, profile: chosen.profile });
  const plugin = wanted === undefined ? undefined : mountOf(plan, wanted);
  const agent = await createAgent({
    plan,
    agent: agentName,
    env: io.env,
    permissions: permissionOverrides(ruleFlagsOf(flags)),
    onlyMount: plugin,
    // A plugin's tools call only the small model.
    model: plugin !== undefined && plan.smallModel === undefined ? noModel : undefined,
  });
  io.hide(redactor(agent.spec.secrets));
  const notice = (message: string) => io.note(message);
  for (const message of agent.notices) notice(message);
  const watcher = typeof flags.log === 'string' ? openLog(flags.log, io) : undefined;
  const { description } = plan.agents[agentName] ?? {};
  const served = servedAgent(agent, { version: version(), plugin, description, notice, watcher });
  const close = async () => {
    await served.close();
    await agent.close();
    watcher?.close();
  };
  return { ...served, close };
}

function ruleFlagsOf(flags: Given[0]): Parameters<typeof permissionOverrides>[0] {
  const texts = (name: string) => (Array.isArray(flags[name]) ? flags[name].filter((one) => typeof one === 'string') : []);
  const mode = flags['permission-mode'];
  return {
    'permission-mode': typeof mode === 'string' ? mode : undefined,
    allow: texts('allow'),
    ask: texts('ask'),
    deny: texts('deny'),
  };
}

/** The mount with this name. A Loadout package may be named without its scope. */
function mountOf(plan: Plan, name: string): string {
  const mounts = plan.plugins.map(({ mount, use }) => ({ mount, use }));
  if (Object.keys(plan.mcpServers ?? {}).length > 0) mounts.push({ mount: 'mcp', use: '@loadout/mcp' });
  const found =
    mounts.find(({ mount }) => mount === name) ?? mounts.find(({ use }) => use === name || use === `@loadout/${name}`);
  const available = mounts.map(({ mount }) => mount);
  if (found === undefined) throw errors.SERVE_PLUGIN_UNKNOWN({ name, nearest: nearest(name, available), available });
  return found.mount;
}

interface ServeOptions {
  readonly version: string;
  /** The plugin whose tools are served instead of the agent. */
  readonly plugin?: string | undefined;
  readonly description?: string | undefined;
  readonly notice: (message: string) => void;
  readonly watcher?: RunWatcher | undefined;
}

/**
 * An agent in the form that `@loadout/mcp` serves. `close` ends the active runs. The caller who opened a session ends the
 * session.
 */
function servedAgent(agent: Agent, options: ServeOptions): ServedTools & { close(): Promise<void> } {
  const runs = new AgentRuns(agent, options);
  return {
    name: options.plugin === undefined ? `loadout-${agent.name}` : `loadout-${options.plugin}`,
    version: options.version,
    instructions: options.plugin === undefined ? options.description : undefined,
    agent: options.plugin === undefined ? runs : undefined,
    open: async ({ toolsChanged }) => {
      const calls = await openCalls(agent.spec, { notice: options.notice, toolsChanged });
      return options.watcher === undefined ? calls : watchedCalls(calls, { agent: agent.name, watcher: options.watcher });
    },
    close: () => runs.close(),
  };
}

/** Tells a watcher of each call of a client. */
function watchedCalls(
  calls: CallSession,
  { agent, watcher }: { readonly agent: string; readonly watcher: RunWatcher },
): CallSession {
  const { sessionId, artifactDir } = calls;
  return {
    sessionId,
    artifactDir,
    get pool() {
      return calls.pool;
    },
    async call(wanted) {
      const call = await calls.call(wanted);
      watcher.event({ id: sessionId, session: sessionId, agent }, { type: 'tool_result', id: call.id, name: call.name, call });
      return call;
    },
    preview: (wanted) => calls.preview(wanted),
    close: () => calls.close(),
  };
}

/** The tool `agent_prompt`: each call is a run in a session of its own. Source: MCPS-14. */
class AgentRuns implements ServedAgent {
  readonly description: string;
  readonly outputSchema: ServedAgent['outputSchema'];
  readonly #agent: Agent;
  readonly #notice: (message: string) => void;
  readonly #watcher: RunWatcher | undefined;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<RunResult>>();

  constructor(agent: Agent, { description, notice, watcher }: ServeOptions) {
    const about = description === undefined ? '' : ` ${description}`;
    this.description = `Gives a task to the agent ${agent.name} and returns its final answer. It works on its own, with its own tools.${about}`;
    this.outputSchema = agent.spec.output?.schema;
    this.#agent = agent;
    this.#notice = notice;
    this.#watcher = watcher;
  }

  async run(task: string, { signal, onProgress }: CallOptions): Promise<ServedResult> {
    const either = releasableSignal(signal, this.#closing.signal);
    const run = this.#agent.run(task, { signal: either.signal });
    const redact = redactor(this.#agent.spec.secrets);
    this.#running.add(run.result);
    const watched = { id: run.sessionId, session: run.sessionId, agent: this.#agent.name };
    this.#watcher?.started(watched);
    try {
      for await (const event of run) {
        this.#watcher?.event(watched, event);
        if (event.type === 'notice') this.#notice(event.message);
        if (event.type === 'tool_start') onProgress?.(redactValue(callLabel(event, this.#agent.spec.roots[0]), redact));
      }
      return redactValue(toResult(await run.result), redact);
    } finally {
      this.#watcher?.ended(watched, await run.result);
      this.#running.delete(run.result);
      either.release();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
  }
}

/** The answer, or the reason why there is none and how to continue. */
function toResult({ outcome, text, error, sessionId, structuredOutput }: RunResult): ServedResult {
  if (outcome === 'success') {
    const answer = text === '' && structuredOutput !== undefined ? JSON.stringify(structuredOutput) : text;
    return {
      typedContent: [{ type: 'text', text: answer }],
      isError: false,
      ...(structuredOutput === undefined ? {} : { structuredContent: structuredOutput }),
    };
  }
  const reason = outcome === 'denied' ? 'Every call that would have changed something was denied.' : outcome;
  const why = [error?.message ?? reason, error?.fix].filter((part) => part !== undefined).join(' ');
  const said = text === '' ? '' : `\nIts last words:\n${text}`;
  return {
    typedContent: [{ type: 'text', text: `The agent did not finish (${outcome}): ${why}\nSession: ${sessionId}${said}` }],
    isError: true,
  };
}
