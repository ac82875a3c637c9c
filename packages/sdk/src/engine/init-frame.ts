import type { Plan } from '@loadout/core/run';
import type { Agent, Conversation } from '@loadout/runner';
import type { Frame } from '../frames/frame.js';
import { ENGINE_VERSION } from '../sessions/engine-version.js';
import { loginIn } from '../setup/connection.js';
import type { Prepared } from '../setup/prepare.js';
import type { Options } from '../types/options.js';
import { COMMANDS } from './take-up.js';

export interface InitParts {
  readonly options: Options;
  readonly prepared: Prepared;
  readonly conversation: Conversation;
}

/** The first frame of a turn, with the state at that moment (LOOP-24). */
export function initFrame({ options, prepared: { plan, agent, plugins, outputStyle }, conversation }: InitParts): Frame {
  const { cwd, tools, model } = conversation.inspect();
  const skills = Object.values(plan.skills ?? {});
  return {
    type: 'system',
    subtype: 'init',
    cwd,
    original_cwd: plan.workspace,
    additional_directories: plan.permissions.additionalDirectories,
    tools,
    mcp_servers: (conversation.servers?.list() ?? []).map(({ key, state }) => ({ name: key, status: state })),
    model,
    permissionMode: shownMode(options, conversation),
    slash_commands: [...COMMANDS, ...skills.filter((skill) => skill.userInvocable)].map(({ name }) => name),
    agents: agentNames(plan, agent),
    skills: skills.filter((skill) => skill.modelInvocable).map(({ name }) => name),
    plugins,
    apiKeySource: keySource(options.env ?? process.env, plan),
    claude_code_version: ENGINE_VERSION,
    output_style: outputStyle,
    fast_mode_state: 'off',
    capabilities: ['interrupt_receipt_v1', 'interrupt_cancel_queued_v1'],
  };
}

/** The mode to show. `auto` asks as `default` does, but is shown as the program requested it. */
const shownMode = (options: Options, { permissionMode }: Conversation): string =>
  options.permissionMode === 'auto' && permissionMode === 'default' ? 'auto' : permissionMode;

function agentNames(plan: Plan, agent: Agent): readonly string[] {
  const built = ['general-purpose', 'Explore', 'Plan'];
  return [...new Set([...built, ...Object.keys(plan.agents)])].filter((name) => name !== agent.name);
}

type Env = Readonly<Record<string, string | undefined>>;

/** The source of the key. A bearer token is no key. */
export function keySource(env: Env, { providers }: Pick<Plan, 'providers'>): string {
  if (env.ANTHROPIC_API_KEY) return 'ANTHROPIC_API_KEY';
  return providers.anthropic?.options?.apiKeyHelper === undefined ? 'none' : 'apiKeyHelper';
}

export function tokenSource(env: Env, { providers }: Pick<Plan, 'providers'>): string {
  if (env.ANTHROPIC_AUTH_TOKEN) return 'ANTHROPIC_AUTH_TOKEN';
  if (providers.anthropic?.options?.apiKeyHelper !== undefined) return 'apiKeyHelper';
  return loginIn(env) === undefined ? 'none' : 'CLAUDE_CODE_OAUTH_TOKEN';
}
