import { isToolUse, type ToolUseBlock } from '@loadout/core/model';
import { defined } from '@loadout/node';
import type { SessionRecord } from '@loadout/sessions';
import type { CallNode, Place, RuleEntry, TurnUsage } from '../model/trajectory.js';
import { callHash } from './call-hash.js';
import { callTitle } from './call-title.js';
import { clip } from './clip.js';
import { decisionOf, placeOf } from './decision-of.js';
import { isFailure, sizeOf, startOf, stateOf, textOf, usageOf } from './record-facts.js';
import { spillOf, textOfBlock } from './result-text.js';
import type { Source, Tree } from './tree.js';

type Of<Kind extends SessionRecord['t']> = Extract<SessionRecord, { readonly t: Kind }>;

interface Where {
  /** The node that turns are below: a run or a subagent. */
  readonly under: number;
  readonly agent: readonly string[];
  readonly cwd: string | undefined;
}

/** Turns the records of one agent into turns and calls below a node. */
export class AgentTrack {
  readonly #tree: Tree;
  #where: Where;
  #turns = 0;
  #mode: string | undefined;
  #window: number | undefined;
  #sent: Source[] = [];
  #sentAt: number | undefined;
  #kept: Kept | undefined;
  #compacted = false;
  /** The nodes of calls by the id that the model gave them; the newest of an id counts. */
  readonly #calls = new Map<string, number>();
  /** Failed calls by hash, tool and text of the failure. */
  readonly #failures = new Map<string, number>();
  readonly #early = new Map<string, readonly ((node: number) => void)[]>();
  rules: readonly RuleEntry[] | undefined;
  readonly models = new Set<string>();

  constructor(tree: Tree, where: Where) {
    this.#tree = tree;
    this.#where = where;
  }

  get mode(): string | undefined {
    return this.#mode;
  }

  /** The node of a call by the id that the model gave it. */
  callNode(id: string): number | undefined {
    return this.#calls.get(id);
  }

  moveUnder(under: number): void {
    this.#where = { ...this.#where, under };
  }

  begin({ model, mode, rules }: Of<'run'>): void {
    this.#mode = mode;
    this.#window = model.contextWindow;
    this.rules = rules.map(({ effect, rule, position }) => ({
      effect,
      rule,
      ...this.#place(position),
    }));
  }

  /** A message of a person, a program or a hook. */
  prompt({ message, at }: Of<'message'>, source: Source): number {
    const { under, agent } = this.#where;
    const title = clip(textOf(message));
    const size = sizeOf(message);
    this.#send(source, at);
    return this.#tree.add({ kind: 'prompt', parent: under, agent, title, size, start: at, end: at }, { said: [source] });
  }

  /** The results that the next request sends. Their texts are in the records of the calls' ends. */
  results({ ids, at }: Of<'results'>): void {
    for (const id of ids) {
      const node = this.#calls.get(id);
      const { result } = node === undefined ? { result: undefined } : this.#tree.sourcesOf(node);
      if (result !== undefined) this.#sent.push(result);
    }
    this.#sentAt = at;
  }

  compacted(): void {
    this.#compacted = true;
  }

  /** An answer of the model, with its calls. */
  answer(record: Of<'message'>, source: Source): void {
    const { message, at, stopReason, costUsd } = record;
    const model = record.model ?? message.origin?.model ?? 'unknown';
    const usage = record.usage === undefined ? undefined : usageOf(record.usage);
    const uses = message.content.filter(isToolUse);
    this.models.add(model);
    const turn = this.#tree.add(
      {
        kind: 'turn',
        parent: this.#where.under,
        agent: this.#where.agent,
        turn: ++this.#turns,
        model,
        purpose: 'turn',
        title: clip(textOf(message)) || uses.map(({ name }) => name).join(', '),
        stopReason,
        usage,
        usd: costUsd,
        window: this.#windowOf(usage),
        cacheBreak:
          usage === undefined
            ? undefined
            : cacheBreak(this.#kept, usage, { model, at: this.#sentAt, compacted: this.#compacted }),
        start: this.#sentAt ?? at,
        end: at,
        size: sizeOf(message),
      },
      { said: [source], sent: this.#sent },
    );
    if (usage !== undefined) this.#kept = { tokens: usage.cacheRead + usage.cacheWrite, model, at };
    this.#sent = [];
    this.#compacted = false;
    for (const use of uses) this.#call(use, { turn, at, source });
  }

  started({ id, repeatable, decision, at, name }: Of<'started'>): void {
    this.#ofCall(id, (node) => {
      const facts =
        decision === undefined ? {} : { decision: decisionOf(decision, { effect: 'allow', tool: name, ...this.#about }) };
      const asked = decision?.by === 'person' ? this.#askedMs(node, at) : {};
      this.#tree.change(node, 'call', { start: at, journal: { started: true, repeatable }, ...facts, ...asked });
    });
  }

  hook({ id, event, name, outcome, durationMs, position, at }: Of<'hook'>): void {
    this.#ofCall(id, (node) => {
      const before = this.#tree.call(node)?.hooks ?? [];
      const answer = { event, name, outcome, durationMs, at, ...this.#place(position) };
      this.#tree.change(node, 'call', { hooks: [...before, answer] });
    });
  }

  ended(record: Of<'ended'>, source: Source): void {
    this.#ofCall(record.id, (node) => {
      const call = this.#tree.call(node);
      if (call !== undefined) this.#end(call, record, source);
    });
  }

  #end(call: CallNode, record: Of<'ended'>, source: Source): void {
    const text = textOfBlock(record.block);
    this.#tree.change(call.id, 'call', {
      state: stateOf(record.outcome),
      code: record.code,
      end: record.at,
      start: startOf(call, record),
      spill: spillOf(text),
      ...this.#endFacts(call, record, text),
    });
    this.#tree.source(call.id, { result: source }, text.length);
  }

  /** Tells of a call now, or when its message is recorded: a call may end while its message still streams. */
  #ofCall(id: string, tell: (node: number) => void): void {
    const node = this.#calls.get(id);
    if (node === undefined) this.#early.set(id, [...(this.#early.get(id) ?? []), tell]);
    else tell(node);
  }

  #endFacts(call: CallNode, { block, outcome, decision }: Of<'ended'>, text: string): Partial<CallNode> {
    const { tool } = call;
    const denied = outcome === 'denied' ? decisionOf(decision ?? {}, { effect: 'deny', tool, text, ...this.#about }) : undefined;
    return {
      ...defined({ decision: denied }),
      ...(outcome === 'interrupted' && text.startsWith('The process ended while')
        ? { journal: { started: true, repeatable: false, notRunAgain: true } }
        : {}),
      ...(isFailure(block, outcome) ? { repeats: this.#repeats(call, text) } : {}),
    };
  }

  get #about() {
    return { mode: this.#mode, cwd: this.#where.cwd };
  }

  #place(position: Place | undefined): { readonly place?: Place } {
    return position === undefined ? {} : { place: placeOf(position, this.#where.cwd) };
  }

  /** The earlier call that failed alike. */
  #repeats({ id, hash }: CallNode, text: string): number | undefined {
    const key = `${hash} ${callHash('', text)}`;
    const first = this.#failures.get(key);
    if (first === undefined) this.#failures.set(key, id);
    return first === id ? undefined : first;
  }

  #call(
    { id: callId, name: tool, input }: ToolUseBlock,
    { turn, at, source }: { turn: number; at: number | undefined; source: Source },
  ): void {
    const node = this.#tree.add(
      {
        kind: 'call',
        parent: turn,
        agent: this.#where.agent,
        callId,
        tool,
        title: callTitle(input, this.#where.cwd),
        state: 'running',
        start: at,
        hash: callHash(tool, input),
        size: JSON.stringify(input)?.length ?? 0,
      },
      { said: [source] },
    );
    this.#calls.set(callId, node);
    for (const tell of this.#early.get(callId) ?? []) tell(node);
    this.#early.delete(callId);
  }

  #askedMs(node: number | undefined, at: number | undefined): Partial<CallNode> {
    const since = this.#tree.call(node)?.start;
    return since === undefined || at === undefined ? {} : { askedMs: Math.max(0, at - since) };
  }

  #send(source: Source, at: number | undefined): void {
    this.#sent.push(source);
    this.#sentAt = at;
  }

  #windowOf(usage: TurnUsage | undefined): number | undefined {
    if (usage === undefined || this.#window === undefined) return undefined;
    return Math.min(1, (usage.input + usage.cacheRead + usage.cacheWrite) / this.#window);
  }
}

/** The last turn of an agent, as the provider may have kept it. */
interface Kept {
  readonly tokens: number;
  readonly model: string;
  readonly at: number | undefined;
}

/** The events since the last turn. */
interface Since {
  readonly model: string;
  readonly at: number | undefined;
  readonly compacted: boolean;
}

/** The time for which providers keep a prompt at least. */
const KEPT_MS = 5 * 60_000;
/** Fewer tokens are no loss: providers keep prompts in steps, and short ones not at all. */
const WORTH_TELLING = 1_024;

/** The reason for which a turn read less from the cache than the one before had kept; `undefined`: it did not read less. */
function cacheBreak(kept: Kept | undefined, { cacheRead }: TurnUsage, since: Since): string | undefined {
  if (kept === undefined || kept.tokens - cacheRead < WORTH_TELLING) return undefined;
  const lost = `${kept.tokens - cacheRead} of ${kept.tokens} kept tokens were sent again`;
  return `${lost}: ${reasonOf(kept, since)}`;
}

function reasonOf(kept: Kept, { model, at, compacted }: Since): string {
  if (compacted) return 'the conversation was compacted';
  if (model !== kept.model) return `the model changed from ${kept.model} to ${model}`;
  if (at !== undefined && kept.at !== undefined && at - kept.at > KEPT_MS)
    return `${Math.round((at - kept.at) / 60_000)} minutes had passed`;
  return 'the record does not say why';
}
