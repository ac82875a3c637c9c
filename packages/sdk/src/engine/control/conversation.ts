import { isWireName } from '@loadout/core/run';
import type { Conversation } from '@loadout/runner';
import { errors } from '../../errors.js';
import { modelUsage } from '../../frames/usage.js';
import { coreMode } from '../../setup/permissions.js';
import type { Prepared } from '../../setup/prepare.js';
import { shown } from '../../setup/thinking.js';
import type { ContextUsage, GetUsageResult, InterruptReceipt } from '../../types/control.js';
import type { Answers, Controlled } from './controlled.js';

/** Answers about the conversation: its start, its turns, its model and its cost. */
export const answers: Answers = {
  initialize: (_, engine) => engine.initialization(),
  interrupt: async ({ cancel_queued }, engine): Promise<InterruptReceipt> => {
    const { isEmpty, uuids } = engine.queue;
    if (cancel_queued === true) engine.queue.clear();
    const conversation = await engine.conversation();
    // The request refers to a prompt that is about to start, and never to a later prompt.
    if (!isEmpty && !conversation.isBusy) await new Promise((resolve) => setImmediate(resolve));
    engine.interrupt();
    return cancel_queued === true ? { still_queued: [], cancelled: uuids } : { still_queued: uuids };
  },
  cancel_async_message: ({ message_uuid }, { queue }) => ({ cancelled: queue.cancel(String(message_uuid)) }),
  set_permission_mode: async ({ mode }, engine) => {
    const core = coreMode(String(mode));
    (await engine.conversation()).setPermissionMode(core);
    return { mode };
  },
  set_model: async ({ model }, engine) => {
    const { modelNamed } = await engine.prepared();
    (await engine.conversation()).setModel(typeof model === 'string' && model !== 'default' ? modelNamed(model) : null);
    return {};
  },
  set_max_thinking_tokens: async ({ max_thinking_tokens: tokens, thinking_display: display }, engine) => {
    const asked = display === undefined ? engine.options.thinking?.display : display;
    const thinking =
      typeof tokens !== 'number'
        ? null
        : shown(tokens === 0 ? { type: 'disabled' } : { type: 'enabled', budget_tokens: tokens }, asked as string | null);
    (await engine.conversation()).setThinking({ thinking });
    return {};
  },
  rewind_files: async ({ user_message_id, dry_run }, engine) =>
    (await engine.conversation()).rewind(String(user_message_id), { dryRun: dry_run === true }),
  seed_read_state: async ({ path, mtime }, engine) => {
    (await engine.conversation()).markAsRead(String(path), typeof mtime === 'number' ? { mtimeMs: mtime } : {});
    return {};
  },
  get_context_usage: async (_, engine) => contextAnswer((await engine.conversation()).contextUsage(), await engine.prepared()),
  get_usage: (_, engine) => usageAnswer(engine),
  /** There is no index of files to suggest. The program has access to the folder itself. */
  file_suggestions: () => {
    throw errors.SDK_REQUEST_INVALID({ subtype: 'file_suggestions', problem: 'paths are not completed here' });
  },
  get_session_cost: (_, { lastResult }) => ({ total_cost_usd: lastResult?.costUsd ?? 0 }),
  list_models: async (_, engine) => ({ models: (await engine.initialization()).models }),
  get_binary_version: async (_, engine) => ({ version: (await engine.initialization()).claude_code_version }),
  stop_task: async ({ task_id }, engine) => {
    const stopped = await (await engine.conversation()).stopTask(String(task_id));
    if (!stopped)
      throw errors.SDK_REQUEST_INVALID({ subtype: 'stop_task', problem: `there is no task ${JSON.stringify(task_id)}` });
    return {};
  },
};

/** Returns the cost of the session up to its last result. No account is queried: a key has no plan with limits. */
async function usageAnswer(engine: Controlled): Promise<GetUsageResult> {
  const { lastResult } = engine;
  const { plan } = await engine.prepared();
  return {
    session: {
      total_cost_usd: lastResult?.costUsd ?? 0,
      total_api_duration_ms: lastResult?.modelMs ?? 0,
      total_duration_ms: lastResult?.durationMs ?? 0,
      // The engine does not record changes of files line by line.
      total_lines_added: 0,
      total_lines_removed: 0,
      model_usage: modelUsage(lastResult?.models ?? {}, (model) => plan.models[model] ?? {}),
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  };
}

const WINDOW = 200_000;

/** Converts the context usage of the next request to its wire form (LOOP-30). */
function contextAnswer(usage: ReturnType<Conversation['contextUsage']>, { plan }: Prepared): ContextUsage {
  const { model, window = WINDOW, compactsAt, system, tools, messages, total } = usage;
  const isMcp = ({ name }: { readonly name: string }) => isWireName(name);
  const tokensOf = (list: typeof tools) => list.reduce((sum, tool) => sum + tool.tokens, 0);
  const category = (name: string, tokens: number, kind = 'used') => ({ name, tokens, color: 'default', kind });
  return {
    categories: [
      category('System prompt', system),
      category('System tools', tokensOf(tools.filter((tool) => !isMcp(tool)))),
      category('MCP tools', tokensOf(tools.filter(isMcp))),
      category('Messages', messages),
      category('Free space', Math.max(0, window - total), 'free'),
    ],
    totalTokens: total,
    maxTokens: window,
    rawMaxTokens: window,
    percentage: Math.round((total / window) * 100),
    gridRows: [],
    model,
    memoryFiles: [],
    mcpTools: tools.filter(isMcp).map(({ name, tokens, server = '' }) => ({ name, tokens, serverName: server })),
    agents: Object.keys(plan.agents).map((name) => ({ agentType: name, source: 'plan', tokens: 0 })),
    isAutoCompactEnabled: compactsAt !== undefined,
    ...(compactsAt === undefined ? {} : { autoCompactThreshold: Math.round(compactsAt) }),
  };
}
