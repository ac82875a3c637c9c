import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../models.js';
import type { AgentDefinition } from '../types/agents.js';
import { homeOf } from './home.js';

const LINES = 200;
const CHARS = 25_000;

interface Where {
  readonly scope: NonNullable<AgentDefinition['memory']>;
  readonly cwd: string;
  readonly env: Env;
}

/**
 * The instructions about the folder in which an agent keeps its own memory. The folder is among the files of the agent's rules,
 * so writing to it asks.
 */
export function agentMemory(agent: string, { scope, cwd, env }: Where): string {
  const folder = join(folderOf(scope, { cwd, env }), agent.replace(/[^\w-]/g, '-'));
  const kept = beginningOf(join(folder, 'MEMORY.md'));
  const said = kept === '' ? 'There is nothing in it yet.' : `This is in it:\n\n${kept}`;
  return `Your memory is the folder ${folder}. What you write into MEMORY.md there you are told the next time; longer things go into files of their own beside it. ${said}`;
}

function folderOf(scope: Where['scope'], { cwd, env }: Omit<Where, 'scope'>): string {
  if (scope === 'user') return join(env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude'), 'agent-memory');
  return join(cwd, '.claude', scope === 'local' ? 'agent-memory-local' : 'agent-memory');
}

function beginningOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, LINES).join('\n').slice(0, CHARS).trim();
  } catch {
    return '';
  }
}
