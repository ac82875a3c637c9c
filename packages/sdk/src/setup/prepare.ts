import { messageOf } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { Agent, AgentOptions } from '@loadout/runner';
import type { Frame } from '../frames/frame.js';
import { informational } from '../frames/status-frames.js';
import type { Env } from '../models.js';
import type { HookInput } from '../types/hooks.js';
import type { Options } from '../types/options.js';
import { askerOf, questionsOf } from './asking.js';
import { groundOf } from './ground.js';
import { hookSetOf, type TellUser, unheard } from './hooks.js';
import { outputStyleName } from './output-styles.js';
import { coreMode } from './permissions.js';
import { MAIN, planOf } from './plan.js';
import type { Planned } from './planned.js';
import { serversIn, waitedFor } from './servers.js';
import { type QuerySessions, sessionsOf } from './sessions-of.js';
import { skillRules } from './skills.js';
import { missingTelemetry } from './telemetry.js';

type Elicitor = NonNullable<AgentOptions['elicit']>;

/** Passes the questions of MCP servers to the program's callback. */
const elicitorOf =
  (onElicitation: NonNullable<Options['onElicitation']>): Elicitor =>
  async ({ source, message, mode, schema, url }, { signal }) => {
    const answer = await onElicitation(
      { serverName: source, message, mode, ...(schema === undefined ? { url } : { requestedSchema: schema }) },
      { signal },
    );
    return { action: answer.action, content: answer.content as never };
  };

/** Everything that a query works with. */
export interface Prepared extends Planned {
  readonly agent: Agent;
  readonly choice: QuerySessions['choice'];
  readonly flush: QuerySessions['flush'];
  readonly dispose: QuerySessions['dispose'];
  /** Sends the program a message outside of any turn. */
  readonly send: (frame: Frame) => void;
}

/** Reads the configuration below the options. Throws for options that cannot be used. */
export async function planned(options: Options): Promise<Planned> {
  const env = options.env ?? process.env;
  // A program that waits for the answer to initialize gets the error there.
  if (options.permissionMode !== undefined) coreMode(options.permissionMode);
  const ground = await groundOf(options, env);
  const made = planOf(options, { env, ground });
  const unsent = missingTelemetry(env);
  return {
    ...made,
    main: options.agent ?? mainOf(made.plan),
    outputStyle: outputStyleName(options),
    plugins: [...ground.plugins],
    unreadPlugins: ground.unreadPlugins ?? 0,
    notices: [...ground.notices, ...unheard(options.hooks), ...(unsent === undefined ? [] : [unsent])],
  };
}

/** Prepares the agent of a query. Throws for options that cannot be used. */
export async function prepare(
  options: Options,
  { planned, send }: { readonly planned: Planned; readonly send: (frame: Frame) => void },
): Promise<Prepared> {
  const env = options.env ?? process.env;
  const tell: TellUser = (text, toolUseId) => send(informational(text, 'info', toolUseId));
  const { createAgent } = await import('@loadout/runner');
  const { store, choice, flush, dispose } = await sessionsOf(options, {
    env,
    failed: (error) => tell(`The program's session store did not take it: ${messageOf(error)}`, undefined),
  });
  const sessionStore = () => store;
  const { plan, main, fallbackModels, notices } = planned;
  const subagentModel = subagentModelIn(env, planned);
  const chosen = {
    fallbackModels,
    usdFor: usdForOf(options, plan.agents[main]),
    ...defined({ subagentModel }),
    host: { plugins: planned.plugins, hasManagedSettings: options.managedSettings !== undefined },
  };
  const agent = await createAgent({ ...agentOptions(options, { env, tell }), ...chosen, sessionStore, plan, agent: main });
  return { ...planned, agent, choice, flush, dispose, send, notices: [...notices, ...agent.notices] };
}

/** `maxBudgetUsd` limits one query, as in the reference. A narrower limit of the configuration is one of the session. */
const usdForOf = ({ maxBudgetUsd }: Options, agent: Plan['agents'][string] | undefined): 'run' | 'session' =>
  maxBudgetUsd !== undefined && agent?.limits.usd === maxBudgetUsd ? 'run' : 'session';

/** The model of agents that name none (W3). It is one that the plan has, like each model that is named during the query. */
const subagentModelIn = ({ CLAUDE_CODE_SUBAGENT_MODEL: name }: Env, { modelNamed }: Planned): string | undefined =>
  name === undefined || name === '' || name === 'inherit' ? undefined : modelNamed(name);

const mainOf = ({ agents }: Plan): string => (Object.hasOwn(agents, MAIN) ? MAIN : (Object.keys(agents)[0] ?? MAIN));

function agentOptions(options: Options, { env, tell }: { readonly env: Env; readonly tell: TellUser }): AgentOptions {
  const { permissionMode, allowedTools, disallowedTools, tools, mcpServers, agents, onElicitation } = options;
  const canUseTool = options.permissionPrompts === 'none' ? undefined : options.canUseTool;
  return {
    env,
    claudeVariables: true,
    expandsMentions: true,
    mcpServers: waitedFor({ ...serversIn(agents), ...mcpServers }, env),
    hooks: hookSetOf(withPlanHook(options), tell),
    hookEvents: options.includeHookEvents === true,
    rawEvents: options.includePartialMessages === true,
    disallowedTools: [...(disallowedTools ?? []), ...(canUseTool === undefined ? NEED_SOMEBODY : [])],
    allowBypass: options.allowDangerouslySkipPermissions === true,
    checkpoints: options.enableFileCheckpointing === true,
    permissions: {
      planAsks: canUseTool !== undefined,
      ...(permissionMode === undefined ? {} : { mode: coreMode(permissionMode) }),
      allow: [...(allowedTools ?? []), ...skillRules(options)],
    },
    toolAliases: options.toolAliases,
    ...(Array.isArray(tools) ? { tools: namedTools(tools) } : {}),
    ...(canUseTool === undefined
      ? {}
      : { ask: askerOf(canUseTool, options.cwd ?? process.cwd()), answer: questionsOf(canUseTool) }),
    ...(onElicitation === undefined ? {} : { elicit: elicitorOf(onElicitation) }),
  };
}

/** Tools that are offered only if somebody can answer (TOOL-ASK-03). */
const NEED_SOMEBODY = ['AskUserQuestion', 'PauseForHuman', 'EnterPlanMode', 'ExitPlanMode'];

/** Adds the servers' tools. They are available regardless of the list of built-in tools. */
const namedTools = (tools: readonly string[]) => [...tools, 'mcp__*'];

/** Adds a hook that sends the program's plan instructions with each prompt in plan mode. */
function withPlanHook({ hooks, planModeInstructions: text }: Options): Options['hooks'] {
  if (text === undefined || text === '') return hooks;
  const tell = async ({ permission_mode }: HookInput) =>
    permission_mode === 'plan'
      ? { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: text } }
      : undefined;
  return { ...hooks, UserPromptSubmit: [...(hooks?.UserPromptSubmit ?? []), { hooks: [tell as never] }] };
}
