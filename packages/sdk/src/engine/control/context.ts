import { isWireName } from '@loadout/core/run';
import type { Conversation } from '@loadout/runner';
import type { Prepared } from '../../setup/prepare.js';
import type { ContextUsage } from '../../types/control.js';

const WINDOW = 200_000;

/** Converts the context usage of the next request to its wire form (LOOP-30). */
export function contextAnswer(usage: ReturnType<Conversation['contextUsage']>, { plan }: Prepared): ContextUsage {
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
