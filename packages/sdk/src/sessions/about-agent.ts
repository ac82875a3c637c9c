import { existsSync, writeFileSync } from 'node:fs';
import type { AgentEvent } from '@loadout/runner';

/** The file beside an agent's file, which records the agent's parent and the call that started it. */
export const aboutFile = (file: string): string => file.replace(/\.jsonl$/, '.meta.json');

/**
 * Records, when an agent begins, the call that started it. A later reader of its messages then knows where they belong. For an
 * agent that continues, the record of the first start stays. An agent without a file has no record either (AGENT-10).
 */
export function keepAbout({ path, toolUseId, event }: Extract<AgentEvent, { type: 'subagent' }>): void {
  if (event.type !== 'init' || !existsSync(event.init.transcript)) return;
  const file = aboutFile(event.init.transcript);
  if (existsSync(file)) return;
  const about = { agentType: event.init.agent, toolUseId, parentAgentId: path.at(-2), spawnDepth: path.length };
  try {
    writeFileSync(file, JSON.stringify(about), { mode: 0o600 });
  } catch {
    // The agent depends only on its own file, and a failure to write that file is reported elsewhere.
  }
}
