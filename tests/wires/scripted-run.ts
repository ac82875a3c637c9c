import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { defineTool } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { pngOf, type Reply, startMockApi, type Wire } from '@loadout/testing';
import { project } from '../lib/loadout.js';
import { callsIn, comparableJournal } from './comparable-journal.js';

/** A provider of the test and the wire that it speaks. */
export interface WireCase {
  readonly wire: Wire;
  readonly use: string;
  readonly options: (url: string) => Record<string, unknown>;
  /** The API sends the input of a call as an object, so no input can be broken: that turn is left out. */
  readonly sendsObjects?: boolean | undefined;
}

const read = (file_path: string) => ({ name: 'Read', input: { file_path } });

/** Twelve turns, and the summary of the compaction between them. */
const TURNS: readonly Reply[] = [
  { thinking: 'Both at once.', text: 'I look at both.', tools: [read('a.txt'), read('b.txt')] },
  { tools: [read('missing.txt')] },
  { tools: [{ name: 'Write', input: { file_path: 'a.txt', content: 'changed' } }] },
  { thinking: 'A picture.', tools: [read('picture.png')] },
  { tools: [{ name: 'Long', input: {} }] },
  { tools: [{ name: 'Write', input: { file_path: 'c.txt', content: 'gamma' } }] },
  { tools: [{ name: 'Read', rawInput: '{"file_path": ' }] },
  { text: 'Three more.', tools: ['a.txt', 'b.txt', 'a.txt'].map((path) => ({ name: 'Grep', input: { pattern: 'a', path } })) },
  { tools: [read('b.txt')], usage: { input_tokens: 90_000, output_tokens: 20 } },
  { text: '<summary>Two files were read.</summary>' },
  { thinking: 'Again.', tools: [read('a.txt'), { name: 'Nowhere', input: {} }] },
  { text: 'Now the answer.', tools: [{ name: 'StructuredOutput', input: { words: 'two' } }] },
  { tools: [{ name: 'StructuredOutput', input: { words: 2 } }] },
  { text: 'Done.' },
];

const CONFIG = (providers: unknown) => `
providers: ${JSON.stringify(providers)}
plugins: { fs: "@loadout/tool-fs" }
permissions: { mode: acceptEdits, deny: ["Write(a.txt)"] }
models:
  m: { provider: tested, id: mock-model, contextWindow: 100000 }
agents:
  worker:
    model: m
    instructions: Count the words.
    tools: [Read, Grep, Write]
    context: { compaction: { at: 0.8, keepTokens: 40 } }
    output: { schema: { type: object, required: [words], properties: { words: { type: integer } }, additionalProperties: false } }
`;

/** The parts of a run that must be the same over every wire. */
export interface ScriptedRun {
  readonly outcome: string;
  readonly output: unknown;
  readonly turns: number;
  readonly compactions: number;
  readonly spilled: number;
  /** Problems for which the real API would have refused a request. */
  readonly invalid: readonly string[];
  readonly requests: number;
  /** The calls in the order of their messages, each with its result. */
  readonly trace: readonly unknown[];
  /** The journal without ids, times, places and the signs of the maker. */
  readonly journal: readonly unknown[];
}

export async function scriptedRun({ wire, use, options, sendsObjects = false }: WireCase): Promise<ScriptedRun> {
  const isBroken = ({ tools = [] }: Reply) => tools.some(({ rawInput }) => rawInput !== undefined);
  const replies = sendsObjects ? TURNS.filter((turn) => !isBroken(turn)) : TURNS;
  const api = await startMockApi({ wire, replies });
  const providers = { tested: { use, options: options(api.url) } };
  const cwd = project({ 'agent.config.yaml': CONFIG(providers), 'a.txt': 'alpha\n', 'b.txt': 'beta\n' });
  writeFileSync(join(cwd, 'picture.png'), pngOf(Buffer.from('picture')));
  const env = { HOME: cwd, LOADOUT_STATE_DIR: join(cwd, '.state') };
  const { plan } = await loadConfig({ cwd, env });
  const agent = await createAgent({ plan, customTools: [long], tools: TOOLS, permissions: { allow: ['Long'] }, env });
  let compactions = 0;
  try {
    const run = agent.run('Count.');
    for await (const event of run) if (event.type === 'compact') compactions++;
    const { outcome, structuredOutput: output, turns, spilled = 0 } = await run.result;
    const journal = comparableJournal(join(cwd, '.state'), cwd);
    const seen = { trace: callsIn(journal), journal, invalid: api.invalid, requests: api.requests.length };
    return { outcome, output, turns, compactions, spilled, ...seen };
  } finally {
    await agent.close();
    await api.close();
  }
}

const TOOLS = ['Read', 'Grep', 'Write', 'Long'];

const long = defineTool({
  name: 'Long',
  description: 'Tells much.',
  maxResultChars: 1000,
  call: () => ({ content: 'many words '.repeat(1000) }),
});
