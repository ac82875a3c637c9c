import { type HookContext, type HookInput, type HookSet, isObject } from '@loadout/core';
import type { MemoryOptions } from '../options.js';
import type { Agents } from './agents.js';
import { type IndexedNote, indexText } from './index-text.js';
import type { OutsideTexts } from './outside.js';

interface HookParts {
  readonly options: MemoryOptions;
  readonly outside: OutsideTexts;
  readonly agents: Agents;
}

/** Commands that put text of the model into a note, or into the name of one. */
const WRITES = ['create', 'str_replace', 'insert', 'rename'];

/** Tells the agents of their notes, and asks about notes that may repeat a text from outside. */
export function memoryHooks({ options, outside, agents }: HookParts): HookSet {
  const told = async (context: HookContext) => {
    const text = options.inject === 'index' ? await indexFor(context, options.maxTokens) : undefined;
    return text === undefined ? {} : { hookSpecificOutput: { additionalContext: text } };
  };
  return {
    SessionStart: {
      name: 'memory: index of the notes',
      run: ({ source, session_id: session, agent_id: id, agent_type: name }, _, context) => {
        agents.named({ session, id, name });
        if (source === 'startup' || source === 'clear') outside.begin(session);
        if (source === 'resume' || source === 'fork') outside.resume(session);
        // A conversation that goes on has the list already.
        return source === 'resume' || source === 'fork' ? {} : told(context);
      },
    },
    SubagentStart: {
      name: 'memory: index of the notes',
      run: ({ session_id: session, agent_id: id, agent_type: name }, _, context) => {
        agents.named({ session, id, name });
        return told(context);
      },
    },
    PreToolUse: {
      name: 'memory: notes from outside',
      matcher: 'Memory',
      phase: 'guard',
      run: ({ session_id: session, tool_input: input }, id = '') => {
        const sources = outside.decide({ session, id });
        if (sources.length === 0 || !isObject(input) || !WRITES.includes(String(input.command))) return {};
        return { hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: whyAsked(sources) } };
      },
    },
    PostToolUse: { name: 'memory: what came from outside', run: hears(outside) },
    PostToolUseFailure: { name: 'memory: what came from outside', run: hears(outside) },
    SessionEnd: {
      name: 'memory: the end',
      run: ({ session_id: session }) => {
        outside.end(session);
        agents.end(session);
      },
    },
  };
}

/** A call that ended, in either way: an error may repeat a text from outside too. */
const hears =
  (outside: OutsideTexts) =>
  ({ session_id: session, tool_name: tool, mcp_server: server }: HookInput<'PostToolUse' | 'PostToolUseFailure'>): void =>
    outside.heard(session, { tool, isOfServer: server !== undefined });

const whyAsked = (sources: readonly string[]): string =>
  `later sessions will read this note, and this session has read text from outside (${sources.slice(0, 5).join(', ')}${
    sources.length > 5 ? ' and others' : ''
  })`;

/** Has the list made by a call, so that the rules of the agent hold for it too. */
async function indexFor(context: HookContext, maxTokens: number): Promise<string | undefined> {
  const result = await context.callTool?.('MemorySearch', { input: { query: '' }, signal: context.signal });
  if (result === undefined || result.isError || !isObject(result.structuredContent)) return undefined;
  const { notes } = result.structuredContent;
  return Array.isArray(notes) ? indexText(notes as readonly IndexedNote[], { maxTokens }) : undefined;
}
