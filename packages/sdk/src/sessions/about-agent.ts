import { existsSync, writeFileSync } from 'node:fs';
import type { AgentEvent } from '@loadout/runner';

/** What stands beside an agent's file: who started it, and with which call. */
export const aboutFile = (file: string): string => file.replace(/\.jsonl$/, '.meta.json');

/**
 * As an agent begins: it is written down which call started it, so that who reads its messages later knows where they belong. Of
 * one that goes on, what its first start was. An agent without a file has nothing beside it either. Source: AGENT-10.
 */
export function keepAbout({ path, toolUseId, event }: Extract<AgentEvent, { type: 'subagent' }>): void {
  if (event.type !== 'init' || !existsSync(event.init.transcript)) return;
  const file = aboutFile(event.init.transcript);
  if (existsSync(file)) return;
  const about = { agentType: event.init.agent, toolUseId, parentAgentId: path.at(-2), spawnDepth: path.length };
  try {
    writeFileSync(file, JSON.stringify(about), { mode: 0o600 });
  } catch {
    // The agent's own file is what its work depends on, and says so itself when it cannot be written.
  }
}
