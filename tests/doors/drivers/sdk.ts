import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CanUseTool, query, type SDKMessage } from '@loadout/sdk';
import { environmentOf } from '../../lib/loadout.js';
import { type JournalCall, linesOf } from '../journal.js';
import { ANSWER, type Door, PROMPTS, trusted } from '../scenario.js';

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly content?: unknown;
  readonly is_error?: boolean;
}

type Asked = readonly [name: string, input: Readonly<Record<string, unknown>>];

/** The Claude Agent SDK's API, in this process, with the project's own configuration. */
export const overSdk: Door = {
  name: 'Agent SDK',
  async play(cwd) {
    const asked: Asked[] = [];
    const env = environmentOf({ cwd, env: await trusted(cwd) });
    const canUseTool: CanUseTool = async (name, input) => {
      asked.push([name, input]);
      const answers = name === 'AskUserQuestion' ? { answers: { 'Which colour?': ANSWER } } : {};
      return { behavior: 'allow', updatedInput: { ...input, ...answers } };
    };
    const options = { cwd, env, agentConfig: join(cwd, 'agent.config.yaml'), agent: 'helper', settingSources: [], canUseTool };
    const ask = async (prompt: string, resume?: string, isCancelled = false) => {
      const running = query({ prompt, options: { ...options, ...(resume === undefined ? {} : { resume }) } });
      const messages: SDKMessage[] = [];
      for await (const message of running) {
        messages.push(message);
        if (isCancelled && JSON.stringify(message).includes('cat gate')) await running.interrupt();
      }
      return messages;
    };
    const work = await ask(PROMPTS.work);
    const session = resultOf(work)?.session_id ?? '';
    const cancelled = await ask(PROMPTS.cancelled, session, true);
    const resumed = await ask(PROMPTS.resumed, session);
    const endless = await ask(PROMPTS.endless, session);
    const [approval, question] = asked;
    const result = resultOf(work);
    const denied = new Set(result?.permission_denials.map(({ tool_use_id }) => tool_use_id));
    const calls = blocksOf(work, null).filter(({ type }) => type === 'tool_use');
    const results = blocksOf(work, null).filter(({ type }) => type === 'tool_result');
    const below = blocksOf(work, calls.at(-1)?.id ?? '').find(({ type }) => type === 'tool_use');
    return {
      calls: calls.map(({ id = '', name }) => `${name} ${denied.has(id) ? 'denied' : 'done'}`),
      denial: String(results.find(({ is_error }) => is_error)?.content),
      approval: `${approval?.[0]} ${approval?.[1].command}`,
      question: (question?.[1].questions as readonly { readonly question: string }[] | undefined)?.[0]?.question,
      subagent: `${below?.name} ${below?.input?.file_path}`,
      cost: result?.total_cost_usd,
      answer: textOf(work),
      cancel: JSON.stringify(cancelled).includes('interrupted') ? 'cancelled' : undefined,
      limit: resultOf(endless)?.subtype === 'error_max_turns' ? 'limit' : undefined,
      resumed: textOf(resumed),
    };
  },
  journal: (calls) => calls.map(({ name, input, result }) => ({ name, input, result })),
  journalIn: claudeJournal,
};

/** The session is a file of Claude's, which has no place for outcomes and decisions. */
function claudeJournal(cwd: string): readonly JournalCall[] {
  const projects = join(cwd, '.home/.claude/projects');
  const [name = ''] = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /^[\w-]+\/[\w-]+\.jsonl$/.test(one),
  );
  const lines = linesOf(join(projects, name), cwd) as readonly { readonly message?: { readonly content?: readonly Block[] } }[];
  const blocks = lines.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : [])) as readonly Block[];
  const results = new Map(blocks.map((block) => [block.tool_use_id, block.content]));
  return blocks.flatMap(({ type, id = '', name, input }) =>
    type === 'tool_use' ? [{ name, input, result: results.get(id) }] : [],
  );
}

const resultOf = (messages: readonly SDKMessage[]) => messages.findLast((message) => message.type === 'result');
const textOf = (messages: readonly SDKMessage[]) => {
  const result = resultOf(messages);
  return result?.subtype === 'success' ? result.result : undefined;
};

/** The blocks of the messages of the agent itself, or of the agent that a call has started. */
const blocksOf = (messages: readonly SDKMessage[], parent: string | null): readonly Block[] =>
  messages.flatMap((message) => {
    if ((message.type !== 'assistant' && message.type !== 'user') || message.parent_tool_use_id !== parent) return [];
    const { content } = message.message;
    return typeof content === 'string' ? [] : (content as readonly Block[]);
  });
