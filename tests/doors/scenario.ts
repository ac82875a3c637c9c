import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { scripted } from '../cli/scripted.js';
import type { JournalCall } from './journal.js';

const QUESTION = { question: 'Which colour?', header: 'Colour', options: ['Red', 'Blue'].map(optionOf), multiSelect: false };
const AGENT = { subagent_type: 'reader', prompt: 'Read the notes.', description: 'Reads the notes' };
const READ = { Read: { file_path: 'notes.txt' } };
const USAGE = { input_tokens: 100, output_tokens: 10 };

function optionOf(label: string) {
  return { label, description: `The colour ${label}` };
}

const TURNS = [
  { text: 'I begin.', tools: [READ, { Write: { file_path: 'secret/a.txt', content: 'x' } }] },
  { tools: [{ Bash: { command: 'touch made.txt' } }] },
  { tools: [{ AskUserQuestion: { questions: [QUESTION] } }] },
  { tools: [{ Agent: AGENT }] },
  { text: 'Done.' },
  { tools: [{ Bash: { command: 'cat gate' } }] },
  { text: 'On we go.' },
  { tools: [READ], repeat: 20 },
];

/** The prompts of the scenario, in one session: the work, one that is cancelled while it waits, one after it, and one without an end. */
export const PROMPTS = { work: 'Do the work.', cancelled: 'Wait.', resumed: 'Go on.', endless: 'Read for ever.' };

export interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The calls up to the one that is cancelled, for a client that is the model itself. */
export const CALLS: readonly Call[] = TURNS.slice(0, 6).flatMap(({ tools = [] }) =>
  tools.flatMap((tool) => Object.entries(tool).map(([name, input]) => ({ name, input }))),
);

/** The words of the person in the scenario: yes to the only command that needs it, and this to the question. */
export const ANSWER = 'Blue';

const played = (turns: readonly object[]) => ({
  use: '@loadout/model-script',
  options: { turns: turns.map((turn) => ({ ...turn, usage: USAGE })) },
});

/** A project for the scenario. Its rules deny one call, ask about another, and let the rest run. */
export function scenario(): string {
  const priced = { price: { input: 10, output: 100 }, contextWindow: 200_000 };
  const cwd = scripted({
    turns: [],
    agent: { model: 'demo', limits: { turns: 6 }, subagents: { reader: {} } },
    agents: { reader: { description: 'Reads.', instructions: 'Read.', model: 'second', tools: ['Read'] } },
    config: {
      plugins: {
        fs: '@loadout/tool-fs',
        shell: '@loadout/tool-shell',
        session: '@loadout/tool-session',
        agents: '@loadout/tool-agents',
      },
      providers: { script: played(TURNS), other: played([{ tools: [READ] }, { text: 'Buy bread.' }]) },
      models: {
        demo: { provider: 'script', id: 'demo', ...priced },
        second: { provider: 'other', id: 'second', ...priced },
      },
      sessions: { dir: '.sessions' },
      permissions: { deny: ['Write(secret/**)'], allow: ['Bash(cat gate)'] },
    },
    files: { 'notes.txt': 'Buy bread.\n' },
  });
  spawnSync('mkfifo', [join(cwd, 'gate')]);
  return cwd;
}

/** The sentence for the denied call, with the place of its rule in the project's configuration. */
export function denialIn(cwd: string): string {
  const lines = readFileSync(join(cwd, 'agent.config.yaml'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('Write(secret/**)')) + 1;
  const column = (lines[line - 1] ?? '').indexOf('"Write') + 1;
  return `Write is denied by the rule Write(secret/**) (agent.config.yaml:${line}:${column}). Remove or narrow that rule; no allow rule lifts it.`;
}

/** The things that a client is told of the scenario, in its own words brought to one form. Absent: its protocol did not say it. */
export interface Told {
  /** The calls of the agent up to the answer: names and outcomes, in their order. */
  readonly calls?: readonly string[] | undefined;
  readonly denial?: string | undefined;
  /** The call that needs an approval, as it is shown: its tool and its command. */
  readonly approval?: string | undefined;
  readonly question?: string | undefined;
  /** The call of the subagent. */
  readonly subagent?: string | undefined;
  /** Dollars of the work. */
  readonly cost?: number | undefined;
  readonly answer?: string | undefined;
  /** How the client learns of the cancelled run, and of the one that came to its limit. */
  readonly cancel?: string | undefined;
  readonly limit?: string | undefined;
  /** The answer after the cancelled run. */
  readonly resumed?: string | undefined;
}

export const EXPECTED: Required<Omit<Told, 'denial'>> = {
  calls: ['Read done', 'Write denied', 'Bash done', 'AskUserQuestion done', 'Agent done'],
  approval: 'Bash touch made.txt',
  question: 'Which colour?',
  subagent: 'Read notes.txt',
  // 5 requests of the agent and 2 of its subagent, with 100 tokens in and 10 out each.
  cost: 0.014,
  answer: 'Done.',
  cancel: 'cancelled',
  limit: 'limit',
  resumed: 'On we go.',
};

/** A door, as a client of its protocol goes through it. */
export interface Door {
  readonly name: string;
  /** The protocol in the table of what cannot be said. Default: the name. */
  readonly protocol?: string;
  /** Plays the whole scenario in a project. */
  play(cwd: string): Promise<Told>;
  /** The calls on record, if the protocol records others than every door. */
  readonly journal?: (expected: readonly JournalCall[]) => readonly JournalCall[];
  /** Reads the calls on record, if they are not in a session of Loadout. */
  readonly journalIn?: (cwd: string) => readonly JournalCall[];
}

/** The variables by which a project is trusted as it is. */
export async function trusted(cwd: string): Promise<Readonly<Record<string, string>>> {
  const { hash } = await judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'nobody', 'trust.json') } });
  return { LOADOUT_TRUST: hash };
}

/** The calls of the whole scenario as every door records them: inputs, outcomes, results, and who decided. */
export function expectedJournal(cwd: string): readonly JournalCall[] {
  const read = { name: 'Read', input: READ.Read, outcome: 'done', result: '1\tBuy bread.' };
  const [first, write, bash, question, agent, gate] = CALLS;
  return [
    { ...first, ...read },
    { ...write, outcome: 'denied', result: denialIn(cwd), rule: 'Write(secret/**)' },
    { ...bash, outcome: 'done', result: '(no output)', by: 'person' },
    { ...question, outcome: 'done', result: `The user answered:\n- Which colour?\n  ${ANSWER}` },
    {
      ...agent,
      outcome: 'done',
      result: 'Buy bread.\n\nagentId: <agent> (for resume) · 2 turns, 1 tool calls, 220 tokens, <time>',
    },
    { ...gate, outcome: 'interrupted', rule: 'Bash(cat gate)' },
    ...Array.from({ length: 6 }, () => read),
    { ...read, outcome: 'interrupted', result: 'The call of Read was not run: The limit of 6 turns is used up.' },
  ];
}
