import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine, paintFor, plural } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';
import { type Block, isToolUse, type ModelProvider, type ToolUseBlock, textOf } from '@loadout/core/model';
import type { Plan } from '@loadout/core/run';
import { canonicalJson, defined, temporaryFolder } from '@loadout/node';
import { createAgent } from '@loadout/runner';
import { FileStore, type SessionHeader, type SessionRecord } from '@loadout/sessions';
import { errors } from '../errors.js';

/** The answer of a model in one turn. */
export interface Done {
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly text: string;
  /** US dollars; `null` if the price is unknown. */
  readonly usd: number | null;
}

/** A recorded turn, and what the other model does at the same place. */
export interface ComparedTurn {
  /** Counted from 1. */
  readonly turn: number;
  /** `inputs`: the same tools with other inputs. `answer`: both call nothing, so their texts are for people to compare. */
  readonly is: 'same' | 'inputs' | 'other' | 'answer' | 'failed';
  readonly recorded: Done;
  readonly other: Done;
  /** Why the other model gave no answer. */
  readonly problem?: string | undefined;
}

interface AskedModel {
  readonly model: string;
  readonly plan: Plan;
  readonly env: CommandHost['env'];
  readonly signal: AbortSignal;
}

type MessageRecord = Extract<SessionRecord, { readonly t: 'message' }>;

/**
 * Asks another model at each recorded turn what it would do there: it sees the conversation until then as it is on record, with the
 * recorded results. Nothing that it calls runs, and no hook runs. Throws REPLAY_NO_TURNS, and what prevents a start.
 */
export async function* otherModel(records: readonly SessionRecord[], asked: AskedModel): AsyncGenerator<ComparedTurn> {
  const [header] = records;
  const turns = records.flatMap((record, index) => (isAnswer(record) ? [{ record, index }] : []));
  if (header?.t !== 'session' || turns.length === 0) throw errors.REPLAY_NO_TURNS({});
  for (const [number, { record, index }] of turns.entries()) {
    if (asked.signal.aborted) return;
    const recorded = { ...doneIn(record.message.content), usd: record.costUsd ?? null };
    const other = await askAt(records.slice(0, index), header, asked);
    yield {
      turn: number + 1,
      is: other.problem === undefined ? likenessOf(recorded, other) : 'failed',
      recorded,
      ...split(other),
    };
  }
}

const isAnswer = (record: SessionRecord): record is MessageRecord =>
  record.t === 'message' && record.message.role === 'assistant';

const doneIn = (content: readonly Block[]): Omit<Done, 'usd'> => ({
  calls: content.filter(isToolUse).map(({ name, input }: ToolUseBlock) => ({ name, input })),
  text: textOf({ content }),
});

type Asked = Done & { readonly problem?: string | undefined };

const split = ({ problem, ...other }: Asked): Pick<ComparedTurn, 'other' | 'problem'> => ({
  other,
  ...defined({ problem }),
});

/** Continues a copy of the session that ends before the turn, for one answer. */
async function askAt(records: readonly SessionRecord[], { id, agent, cwd }: SessionHeader, asked: AskedModel): Promise<Asked> {
  const dir = temporaryFolder('replay');
  const heard: { content?: readonly Block[] } = {};
  try {
    writeFileSync(join(dir, `${id}.jsonl`), records.map((record) => `${JSON.stringify(record)}\n`).join(''), { mode: 0o600 });
    const store = new FileStore({ dir });
    const opened = await createAgent({
      plan: withoutHooks(asked.plan),
      agent,
      modelId: asked.model,
      env: asked.env,
      workspace: cwd,
      ledger: false,
      limits: { turns: 1 },
      sessionStore: () => store,
      wrapModel: (provider) => listening(provider, heard),
    });
    try {
      const { error } = await opened.run(undefined, { resume: id, signal: asked.signal }).result;
      const last = store.read(store.place(id)).findLast(isAnswer);
      if (heard.content === undefined) return { calls: [], text: '', usd: 0, problem: error?.message ?? 'it was not asked' };
      return { ...doneIn(heard.content), usd: last?.costUsd ?? null };
    } finally {
      await opened.close();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The answers of hooks are in the record. */
const withoutHooks = (plan: Plan): Plan => ({
  ...plan,
  hooks: [],
  agents: Object.fromEntries(Object.entries(plan.agents).map(([name, agent]) => [name, { ...agent, hooks: [] }])),
});

/** Hears the answer of a model, and passes on one without calls, so that nothing runs. It is asked once. */
function listening(provider: ModelProvider, heard: { content?: readonly Block[] }): ModelProvider {
  return {
    name: provider.name,
    api: provider.api,
    knowsReferences: provider.knowsReferences,
    missing: () => provider.missing?.(),
    secrets: () => provider.secrets?.() ?? [],
    async *stream(request, options) {
      const content: Block[] = [];
      for await (const event of provider.stream(request, options)) {
        if (event.type === 'block') content.push(event.block);
        else if (event.type === 'end') {
          heard.content ??= content;
          yield { type: 'block', block: { type: 'text', text: '.' } };
          yield { ...event, stopReason: 'end_turn' };
        } else if (event.type !== 'text' && event.type !== 'thinking' && event.type !== 'raw') yield event;
      }
    },
  };
}

function likenessOf(recorded: Done, other: Done): ComparedTurn['is'] {
  if (recorded.calls.length === 0 && other.calls.length === 0) return 'answer';
  const sorted = (done: Done, form: (call: Done['calls'][number]) => unknown) =>
    JSON.stringify(done.calls.map((call) => canonicalJson(form(call))).sort());
  const isSame = (form: (call: Done['calls'][number]) => unknown) => sorted(recorded, form) === sorted(other, form);
  if (isSame(({ name, input }) => [name, input])) return 'same';
  return isSame(({ name }) => name) ? 'inputs' : 'other';
}

const WORDS = {
  same: 'the same calls',
  inputs: 'the same tools, other inputs',
  other: 'something else',
  answer: 'both answer',
  failed: 'no answer',
} as const;

/** Shows a turn for people: what is the same is one line. */
export function tellTurn(
  { turn, is, recorded, other, problem }: ComparedTurn,
  { model, host }: { readonly model: string; readonly host: CommandHost },
): void {
  const paint = paintFor(host);
  const word = is === 'other' ? paint('yellow', WORDS[is]) : WORDS[is];
  if (is === 'same') {
    host.screen.out(`turn ${turn}  ${word}: ${doneText(recorded)}\n`);
    return;
  }
  const width = Math.min(Math.max(8, model.length), 24);
  const line = (name: string, text: string) => `    ${oneLine(name, width).padEnd(width)}  ${text}\n`;
  host.screen.out(
    `turn ${turn}  ${word}\n${line('record', doneText(recorded))}${line(model, problem === undefined ? doneText(other) : oneLine(problem, 200))}`,
  );
}

const doneText = ({ calls, text }: Done): string =>
  calls.length === 0
    ? oneLine(JSON.stringify(text), 160)
    : oneLine(calls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join(', '), 160);

/** One line: how often the model does the same, and what both cost. */
export function sumText(turns: readonly ComparedTurn[], model: string): string {
  const count = (is: ComparedTurn['is']) => turns.filter((one) => one.is === is).length;
  const same = count('same') + count('answer');
  const costs = (of: (turn: ComparedTurn) => number | null) =>
    turns.some((turn) => of(turn) === null)
      ? 'at an unknown price'
      : `$${turns.reduce((sum, turn) => sum + (of(turn) ?? 0), 0).toFixed(4)}`;
  const failed = count('failed') === 0 ? '' : `, ${count('failed')} without an answer`;
  return `${plural(turns.length, 'turn')}: ${model} does the same in ${same}, other inputs in ${count('inputs')}, something else in ${count('other')}${failed}. ${model} ${costs((turn) => turn.other.usd)}, the record ${costs((turn) => turn.recorded.usd)}.\n`;
}
