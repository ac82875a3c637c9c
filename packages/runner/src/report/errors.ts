import { defineErrors } from '@loadout/core';
import type { Missing } from '@loadout/core/model';
import { installFix } from '@loadout/core/run';

/** JSON, written in by the build and by vitest: the names of Loadout's packages (`configs/first-party.js`). */
declare const __FIRST_PARTY_PACKAGES__: string;
/** Likewise: the tools of Loadout's plugins. */
declare const __FIRST_PARTY_PLUGINS__: string;

function toolFix({ name, available }: { readonly name: string; readonly available: readonly string[] }): string {
  const plugins: readonly { mount: string; use: string; tools: readonly string[] }[] = JSON.parse(__FIRST_PARTY_PLUGINS__);
  const found = plugins.find(({ tools }) => tools.includes(name));
  if (found === undefined) return `Offered here: ${available.join(', ') || 'none, since no plugin is given'}.`;
  const { mount, use } = found;
  return `npm install ${use}. Then give createAgent the plugin: import ${mount} from '${use}', and plugins: { ${mount} }.`;
}

/** A price of a repository waits for trust, and the model is then without one. */
const priceFix = ({ model }: { readonly model: string }) =>
  `Add price: { input, output }, in dollars per million tokens, to the model "${model}" under models. A price that is there counts once you trust the configuration: loadout trust`;

/** US dollars with as many digits as tell two costs of requests apart. */
const dollars = (usd: number): string => String(Number(usd.toPrecision(3)));

type Limited = {
  readonly limit: string;
  readonly value: number;
  /** The cost so far, and that of the refused request, for a limit in US dollars. */
  readonly spent?: number | undefined;
  readonly next?: number | undefined;
  readonly model?: string | undefined;
};

/** Every error of this package. */
export const table = {
  AGENT_UNKNOWN: {
    message: (p: { name: string; nearest?: string | undefined }) =>
      `There is no agent "${p.name}" in the configuration.${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { available: readonly string[] }) => `Name one of: ${p.available.join(', ')}.`,
  },
  AGENT_AMBIGUOUS: {
    message: (p: { available: readonly string[] }) =>
      `The configuration declares ${p.available.length} agents, and none was named.`,
    fix: (p: { available: readonly string[] }) => `Name one of: ${p.available.join(', ')}.`,
  },
  SUBAGENT_UNKNOWN: {
    message: (p: { name: string; nearest?: string | undefined }) =>
      `There is no agent "${p.name}" to start.${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { available: readonly string[] }) => `Use one of: ${p.available.join(', ') || '(none)'}.`,
  },
  SUBAGENT_TOOLLESS: {
    message: (p: { type: string; tools: readonly string[] }) =>
      `The agent ${p.type} was not started: none of its tools (${p.tools.join(', ')}) is available to it.`,
    fix: () =>
      'An agent cannot get tools that were taken from the agent that starts it. Start another agent, or do the work here.',
  },
  SUBAGENT_LIMIT: {
    message: (p: { limit: number }) => `Concurrent subagent limit reached: ${p.limit} agents run under this one.`,
    fix: () => 'Wait until one has ended. limits.subagents raises the number.',
  },
  SUBAGENT_GONE: {
    message: (p: { id: string }) => `This session has no agent ${JSON.stringify(p.id)} that can continue.`,
    fix: () => 'Use the agentId of an agent of this session that has ended, or start a new one.',
  },
  SUBAGENT_RUNS: {
    message: (p: { id: string }) => `The agent ${p.id} is still running.`,
    fix: () => 'Wait for it, or send it a message.',
  },
  SKILL_TOO_DEEP: {
    message: (p: { name: string; depth: number }) =>
      `The skill ${p.name} was not started: agents that run skills are already nested ${p.depth} deep.`,
    fix: () => 'Do the work here, or use a skill without "context: fork".',
  },
  SKILL_UNREADABLE: {
    message: (p: { name: string; file: string; problem: string }) =>
      `The skill ${p.name} cannot be read from ${p.file}: ${p.problem}.`,
  },
  SKILL_COMMAND_REFUSED: {
    message: (p: { name: string; command: string; why: string }) =>
      `The skill ${p.name} was not loaded: its command ${JSON.stringify(p.command)} did not run. ${p.why}`,
    fix: () => 'Allow the command in the permissions or in the allowed-tools of the skill, or use the skill without it.',
  },
  MODEL_SWITCH_DENIED: {
    message: (p: { from: string; to: string; hook: string; reason: string }) =>
      `The hook ${p.hook} denied the change from ${p.from} to ${p.to}. ${p.reason}`,
    fix: () => 'Choose a model that the PreModelSwitch hooks allow.',
  },
  RUN_SETTING_UNKNOWN: {
    message: (p: { key: string; nearest?: string | undefined }) =>
      `There is no setting "${p.key}".${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { available: readonly string[] }) => `Use one of: ${p.available.join(', ')}.`,
  },
  RUN_SETTING_INVALID: {
    message: (p: { key: string; value: unknown; expected: string }) =>
      `The setting ${p.key} cannot be ${JSON.stringify(p.value)}: ${p.expected}.`,
  },
  OTEL_MISSING: {
    message: (p: { use: string }) => `Telemetry needs the package ${p.use}, which is not installed.`,
    fix: (p: { use: string }) =>
      `Install it beside Loadout: npm install ${p.use}, with -g if Loadout is installed with -g. Or remove telemetry.otel, and unset LOADOUT_TELEMETRY.`,
  },
  OTEL_FAILED: {
    message: (p: { use: string; problem: string }) => `Telemetry cannot start (${p.use}): ${p.problem}`,
    fix: () => 'Correct telemetry.otel and the OTEL_ variables.',
  },
  PACKAGE_NOT_INSTALLED: {
    message: (p: { needs: string; use: string }) => `${p.needs} needs ${p.use}, which is not installed beside Loadout.`,
    fix: (p: { use: string; more?: string }) =>
      `npm install ${p.use}, with -g if Loadout is installed with -g.${p.more === undefined ? '' : ` ${p.more}`}`,
  },
  PLUGIN_NOT_FOUND: {
    message: (p: { use: string; mount: string; from: string }) =>
      `The plugin "${p.use}" (plugins.${p.mount}) is not installed where ${p.from} can find it.`,
    fix: (p: { use: string }) =>
      /^[./]/.test(p.use)
        ? 'Check the path; it is relative to the configuration file.'
        : installFix(p.use, JSON.parse(__FIRST_PARTY_PACKAGES__)),
  },
  PLUGIN_INVALID: {
    message: (p: { use: string; problem: string }) => `The plugin "${p.use}" cannot be used: ${p.problem}.`,
    fix: () => 'Correct the module. Its default export is made with definePlugin from @loadout/core.',
  },
  PLUGIN_LISTING: {
    message: (p: { use: string; problem: string }) =>
      `The plugin "${p.use}" does not match the listing in its package: ${p.problem}.`,
    fix: () => 'Reinstall the package. If it is your own, build it again to update the listing.',
  },
  PLUGIN_ENDED: {
    message: (p: { use: string }) => `The plugin "${p.use}" ended with its agent.`,
    fix: () => 'Create a new agent with createAgent.',
  },
  PLUGIN_PARTS: {
    message: (p: { use: string; seen: string; nearest?: string | undefined; known: readonly string[] }) =>
      `The function setup of the plugin "${p.use}" returned ${p.seen}.${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { known: readonly string[] }) => `Return a map with the parts of the plugin, among ${p.known.join(', ')}.`,
  },
  PLUGIN_FAILED: {
    message: (p: { use: string; problem: string }) => `The plugin "${p.use}" failed during setup: ${p.problem}`,
    fix: () => 'Correct the problem, or set optional: true on the plugin to run without it.',
  },
  PLUGIN_OPTIONS: {
    message: (p: { mount: string; details: string }) =>
      `The options of the plugin mounted as "${p.mount}" are wrong: ${p.details}.`,
  },
  OVERRIDE_UNKNOWN: {
    message: (p: { mount: string; tool: string; available: readonly string[] }) =>
      `The plugin mounted as "${p.mount}" has no tool "${p.tool}" to override with; it has ${p.available.join(', ') || 'none'}.`,
  },
  HOOK_TYPE_UNKNOWN: {
    message: (p: { type: string; available: readonly string[] }) => `There is no hook type "${p.type}".`,
    fix: (p: { available: readonly string[] }) =>
      p.available.length === 0 ? 'npm install @loadout/hooks' : `Use one of: ${p.available.join(', ')}.`,
  },
  MODEL_NONE: {
    message: (p: Missing) => `No model is available: ${p.why}.`,
    fix: (p: Missing) => p.fix,
  },
  MODEL_INVALID: {
    message: (p: { seen: string }) => `The option model is ${p.seen.slice(0, 200)}, which is neither a name nor a provider.`,
    fix: () => 'Write a name such as "claude-sonnet-5-5" or "provider/id", or pass a provider such as anthropicProvider().',
  },
  MODEL_OPTION: {
    message: (p: { option: string; value: string; model: string; allowed: readonly string[] }) =>
      `${p.option} is ${p.value}, but the model ${p.model} takes ${p.allowed.length === 0 ? `no ${p.option}` : p.allowed.join(', ')}.`,
    fix: (p: { option: string; allowed: readonly string[] }) =>
      `${p.allowed.length === 0 ? `Remove ${p.option}` : `Use ${p.allowed.join(' or ')}`}, choose another model, or correct models.<alias>.capabilities.${p.option}.`,
  },
  MODEL_TWICE: {
    message: (p: { model: string; modelId: string }) =>
      `The model is named twice: ${JSON.stringify(p.model)} as model and ${JSON.stringify(p.modelId)} as modelId.`,
    fix: () => 'Leave out one of the two.',
  },
  OPTION_UNKNOWN: {
    message: (p: { name: string; of: string; nearest?: string | undefined; known: readonly string[] }) =>
      `There is no option "${p.name}" of ${p.of}.${p.nearest === undefined ? '' : ` Did you mean "${p.nearest}"?`}`,
    fix: (p: { known: readonly string[] }) => `Use one of: ${p.known.join(', ')}.`,
  },
  OPTION_TOOL: {
    message: (p: { name: string; available: readonly string[] }) =>
      `The option tools names ${JSON.stringify(p.name)}, which no plugin of this agent offers.`,
    fix: toolFix,
  },
  OPTION_SHAPE: {
    message: (p: { name: string; seen: string; expected: string }) =>
      `The option ${p.name} is ${p.seen.slice(0, 200)}; expected ${p.expected}.`,
  },
  OPTION_NUMBER: {
    message: (p: { name: string; seen: string; least: number }) =>
      `The option ${p.name} is ${p.seen.slice(0, 200)}; expected a number of at least ${p.least}.`,
  },
  MODEL_UNKNOWN: {
    message: (p: { name: string; available: readonly string[] }) =>
      `There is no model "${p.name}"; declared: ${p.available.join(', ') || 'none'}.`,
    fix: () => 'Declare the model under models, or write provider/id.',
  },
  PROVIDER_INVALID: {
    message: (p: { name: string; use: string }) =>
      `The provider "${p.name}" uses ${p.use}, which does not contain a model provider.`,
  },
  MESSAGE_UNKNOWN: {
    message: (p: { uuid: string; session: string }) =>
      `The session ${p.session} has no message ${JSON.stringify(p.uuid)} that it can go back to. Messages from before a summary are not available.`,
  },
  CONVERSATION_BUSY: {
    message: (p: { id: string }) => `The session ${p.id} is still working on the previous prompt.`,
    fix: () => 'Wait for the result, or interrupt the session.',
  },
  AGENT_CLOSED: {
    message: (p: { name: string }) => `The agent ${p.name} is closed, and its plugins with it.`,
    fix: () => 'Close an agent after its last run, or create it again.',
  },
  CONVERSATION_CLOSED: {
    message: (p: { id: string }) => `The session ${p.id} is closed.`,
    fix: () => 'Open the session again with resume.',
  },
  MODE_REFUSED: {
    message: (p: { mode: string; why: string }) => `The permission mode ${p.mode} cannot be used here: ${p.why}.`,
    fix: (p: { fix: string }) => p.fix,
  },
  DIRECTORY_MISSING: {
    message: (p: { path: string }) => `${p.path} is not a folder, so it cannot become a working directory.`,
  },
  PROMPT_EMPTY: {
    message: () => 'The prompt is empty: none was given, and the agent does not declare one.',
    fix: () => 'Pass a prompt, or add prompt: to the agent.',
  },
  PROMPT_SHAPE: {
    message: (p: { seen: string }) => `The prompt is ${p.seen}; expected a text, or a list of content blocks, each with a type.`,
    fix: () => 'Pass a text, or blocks in the form of the Messages API.',
  },
  PROMPT_BLOCKED: {
    message: (p: { hook: string; reason: string }) => `The prompt was blocked by the hook ${p.hook}: ${p.reason}`,
  },
  RUN_DEFERRED: {
    message: (p: { reason: string }) => p.reason,
    fix: (p: { session: string }) => `loadout resume ${p.session}`,
  },
  RUN_STOPPED: { message: (p: { reason: string }) => p.reason },
  RUN_INTERRUPTED: { message: () => 'The run was interrupted.' },
  LIMIT_REACHED: {
    message: ({ limit, value, spent, next, model }: Limited) =>
      next === undefined || spent === undefined
        ? `The limit of ${value} ${limit} is used up.${spent === undefined ? '' : ` ${dollars(spent)} is spent.`}`
        : `The limit of ${value} ${limit} is not enough for another request: ${dollars(spent)} is spent, and a request to ${model} with a short answer could cost ${dollars(next)}.`,
    fix: ({ limit }: Limited) =>
      limit === 'US dollars'
        ? 'Raise limits.usd in the agent and resume the session, which counts what it has spent before. Or use a cheaper model.'
        : 'Raise the limit under limits in the agent, or resume the session to continue.',
    values: ({ limit, value }: Limited) => ({ limit, value }),
  },
  LIMIT_UNPRICED: {
    message: (p: { model: string }) => `The agent has a limit in US dollars, but the price of the model "${p.model}" is unknown.`,
    fix: priceFix,
    values: () => ({ limit: 'US dollars' }),
  },
  LIMIT_UNKNOWN: {
    message: (p: { usd: number }) =>
      `The limit of ${p.usd} US dollars cannot be enforced: the provider did not report the usage of an answer, so the cost of the run is unknown.`,
    fix: () => 'Use a provider that reports usage, or limit the run by turns, toolCalls or time instead of usd.',
    values: (p: { usd: number }) => ({ limit: 'US dollars', value: p.usd }),
  },
  BUDGET_UNPRICED: {
    message: (p: { name: string; model: string }) =>
      `The budget "${p.name}" covers the model "${p.model}", whose price is unknown.`,
    fix: priceFix,
  },
  ANSWER_TOO_LONG: {
    message: (p: { chars: number }) =>
      `The model's answer was stopped: it has more than ${p.chars} characters. The conversation does not contain it.`,
    fix: () => 'Resume the session to ask again, or raise answerChars under limits in the agent.',
  },
  ANSWER_TOO_SLOW: {
    message: (p: { seconds: number }) =>
      `The model's answer was stopped: it was not complete after ${p.seconds} s. The conversation does not contain it.`,
    fix: () => 'Resume the session to ask again, or raise answerTime under limits in the agent.',
  },
  OUTPUT_NOT_MET: {
    message: (p: { tries: number }) => `The model did not give an answer that matches the output schema in ${p.tries} tries.`,
  },
  SUMMARY_EMPTY: {
    message: (p: { stopReason: string }) =>
      `The model did not return a summary of the conversation; its stop reason was ${p.stopReason}.`,
  },
  MODEL_BLOCK_INVALID: {
    message: (p: { problem: string }) =>
      `The model provider sent a block that cannot be part of a conversation: ${p.problem}. The message was not kept.`,
    fix: () => 'Resume the session to ask again. If it happens again, check baseUrl, or report it to the author of the provider.',
  },
  MODEL_REFUSED: { message: () => 'The model refused to answer.' },
  MODEL_CONTEXT_FULL: {
    message: (p: { said?: string | undefined }) =>
      `The conversation no longer fits into the model's context window.${p.said === undefined ? '' : ` ${p.said}`}`,
    fix: () => 'Start a new session, or choose a model with a larger window.',
  },
};

export const errors = defineErrors(table);
