import type { SessionHeader, SessionRecord } from '@loadout/sessions';
import type { Head, MarkNode } from '../model/trajectory.js';
import { AgentTrack } from './agent-track.js';
import { clip } from './clip.js';
import { textOf } from './record-facts.js';
import { totalsOf } from './totals-of.js';
import { type Source, Tree } from './tree.js';

type Of<Kind extends SessionRecord['t']> = Extract<SessionRecord, { readonly t: Kind }>;
type Result = Of<'end'>['result'];

/** Builds the tree of a session from its records, in their order. Records of subagents follow through `agent`. */
export class SessionBuilder {
  readonly tree = new Tree();
  #header: SessionHeader | undefined;
  #track: AgentTrack | undefined;
  #run: number | undefined;
  /** Whether the open run has a message. A run that begins again before that is the same run. */
  #hasWork = false;
  #lastAt: number | undefined;
  #result: Result | undefined;
  readonly #agents = new Map<string, AgentBuilder>();
  readonly #unknown = new Set<string>();

  get header(): SessionHeader | undefined {
    return this.#header;
  }

  /** The builder of a subagent's records. `key` names its file. */
  agent(key: string): AgentBuilder {
    const known = this.#agents.get(key) ?? new AgentBuilder(this.tree, (callId) => this.#callOf(callId));
    this.#agents.set(key, known);
    return known;
  }

  add(record: SessionRecord, source: Source): void {
    if (record.t === 'session') this.#open(record);
    else if (record.t === 'asked') this.#begin(textOfPrompt(record.prompt), record.at);
    else if (record.t === 'run') this.#runRecord(record);
    else if (record.t === 'message' && record.message.role === 'user') this.#prompt(record, source);
    else if (record.t === 'end') this.#end(record);
    else this.#inRun(record, source);
    this.#lastAt = record.at ?? this.#lastAt;
  }

  /** The head as the records so far say it. `isRunning`: a process holds the session. */
  head({ isRunning, notes }: { readonly isRunning: boolean; readonly notes: readonly string[] }): Head {
    const { id = '', agent = '', cwd, startedAt } = this.#header ?? {};
    const run = this.#run === undefined ? undefined : this.tree.nodes[this.#run];
    const ended = run?.kind === 'run' ? run.outcome : this.#result?.outcome;
    const outcome = ended ?? (isRunning ? 'running' : 'unknown');
    const models = new Set([...(this.#track?.models ?? []), ...[...this.#agents.values()].flatMap((one) => one.models)]);
    return {
      source: 'session',
      id,
      agent,
      cwd,
      models: [...models],
      startedAt: timeOf(startedAt),
      endedAt: isRunning ? undefined : this.#lastAt,
      outcome,
      totals: totalsOf(this.tree.nodes, this.#result),
      rules: this.#track?.rules,
      permissionMode: this.#track?.mode,
      notes: [
        ...notes,
        ...(this.#unknown.size === 0 ? [] : [`Records of unknown kinds were left out: ${[...this.#unknown].join(', ')}.`]),
      ],
    };
  }

  #callOf(id: string | undefined): number | undefined {
    if (id === undefined) return undefined;
    const own = this.#track?.callNode(id);
    if (own !== undefined) return own;
    for (const agent of this.#agents.values()) {
      const node = agent.callNode(id);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  /** A trace has a header for each process of the session. The first one stays. */
  #open(header: SessionHeader): void {
    if (this.#header !== undefined) return;
    this.#header = header;
    this.#track = new AgentTrack(this.tree, { under: 0, agent: [header.agent], cwd: header.cwd });
  }

  #runRecord(record: Of<'run'>): void {
    if (this.#run === undefined || this.#hasWork) this.#begin('', record.at);
    this.#track?.begin(record);
  }

  /** Begins a run. A run that is still open then ended with its process. */
  #begin(title: string, at: number | undefined): void {
    const source = this.#run === undefined && this.#result === undefined ? 'startup' : 'resume';
    if (this.#run !== undefined && this.#hasWork) this.#crashed(this.#run);
    else if (this.#run !== undefined) {
      this.tree.change(this.#run, 'run', { title: clip(title) });
      return;
    }
    const agent = [this.#header?.agent ?? ''];
    this.#run = this.tree.add({ kind: 'run', agent, title: clip(title), source, start: at, size: 0 });
    this.#hasWork = false;
    this.#track?.moveUnder(this.#run);
  }

  #crashed(run: number): void {
    this.tree.change(run, 'run', { end: this.#lastAt });
    this.#mark('crash', {
      at: this.#lastAt,
      title: 'The process ended here without a result. The next one continues from its records.',
    });
    for (const node of this.tree.nodes)
      if (node.kind === 'call' && node.state === 'running' && this.#isBelow(node.parent, run))
        this.tree.change(node.id, 'call', { state: 'unfinished' });
  }

  #isBelow(id: number | undefined, above: number): boolean {
    for (let at = id; at !== undefined; at = this.tree.nodes[at]?.parent) if (at === above) return true;
    return false;
  }

  #prompt(record: Of<'message'>, source: Source): void {
    if (this.#run === undefined) this.#begin(textOf(record.message), record.at);
    const run = this.#run === undefined ? undefined : this.tree.nodes[this.#run];
    if (run?.kind === 'run' && run.title === '') this.tree.change(run.id, 'run', { title: clip(textOf(record.message)) });
    this.#hasWork = true;
    this.#track?.prompt(record, source);
  }

  #end({ result, at }: Of<'end'>): void {
    this.tree.change(this.#run, 'run', { outcome: result.outcome, error: result.error, end: at });
    this.#result = result;
    this.#run = undefined;
    this.#hasWork = false;
  }

  #inRun(record: SessionRecord, source: Source): void {
    if (record.t === 'message' || record.t === 'ended') {
      if (this.#run === undefined) this.#begin('', record.at);
      this.#hasWork = true;
    }
    if (!inTrack(this.#track, record, source)) this.#marked(record);
  }

  #marked(record: SessionRecord): void {
    const { at } = record;
    if (record.t === 'compact') {
      this.#track?.compacted();
      this.#mark('compact', { at, title: `The conversation was compacted (${record.trigger}) at ${record.preTokens} tokens.` });
    } else if (record.t === 'cut') this.#mark('cut', { at, title: 'The messages after an earlier one were taken back.' });
    else if (record.t === 'cwd') this.#mark('cwd', { at, title: `The working directory is ${record.cwd}.` });
    else if (record.t === 'permissions') this.#mark('permissions', { at, title: 'Permissions were granted or changed.' });
    else if (record.t !== 'surroundings' && record.t !== 'name' && record.t !== 'deferred' && record.t !== 'spent')
      this.#unknown.add(clip(String((record as { readonly t: unknown }).t), 40));
  }

  #mark(mark: MarkNode['mark'], { at, title }: { readonly at: number | undefined; readonly title: string }): void {
    const agent = [this.#header?.agent ?? ''];
    this.tree.add({ kind: 'mark', mark, title: clip(title, 300), parent: this.#run, agent, start: at, end: at, size: 0 });
  }
}

/** Builds the subtree of one subagent below the call that started it. */
export class AgentBuilder {
  readonly #tree: Tree;
  readonly #callOf: (id: string | undefined) => number | undefined;
  #track: AgentTrack | undefined;
  #node: number | undefined;
  #startedBy: string | undefined;

  constructor(tree: Tree, callOf: (id: string | undefined) => number | undefined) {
    this.#tree = tree;
    this.#callOf = callOf;
  }

  get isOpen(): boolean {
    return this.#track !== undefined;
  }

  /** Names the call that started the agent, for a record whose header does not. */
  startedBy(callId: string | undefined): this {
    this.#startedBy ??= callId;
    return this;
  }

  get models(): readonly string[] {
    return [...(this.#track?.models ?? [])];
  }

  callNode(id: string): number | undefined {
    return this.#track?.callNode(id);
  }

  add(record: SessionRecord, source: Source): void {
    if (record.t === 'session') this.#open(record);
    else if (record.t === 'run') this.#track?.begin(record);
    else if (record.t === 'message' && record.message.role === 'user') this.#track?.prompt(record, source);
    else if (record.t === 'end') this.#tree.change(this.#node, 'agent', { outcome: record.result.outcome, end: record.at });
    else if (this.#track !== undefined) inTrack(this.#track, record, source);
    if (record.t === 'compact') this.#track?.compacted();
  }

  #open(header: SessionHeader): void {
    const parent = this.#callOf(header.startedBy ?? this.#startedBy);
    const above = parent === undefined ? [] : (this.#tree.nodes[parent]?.agent ?? []);
    const agent = [...above, header.agent];
    const about = { kind: 'agent' as const, title: header.agent, size: 0 };
    this.#node = this.#tree.add({ ...about, parent, agent, start: timeOf(header.startedAt) });
    this.#track = new AgentTrack(this.#tree, { under: this.#node, agent, cwd: header.cwd });
  }
}

/** Gives a record to the track of its agent. False: the record is not a part of turns and calls. */
function inTrack(track: AgentTrack | undefined, record: SessionRecord, source: Source): boolean {
  if (record.t === 'message') track?.answer(record, source);
  else if (record.t === 'results') track?.results(record);
  else if (record.t === 'started') track?.started(record);
  else if (record.t === 'hook') track?.hook(record);
  else if (record.t === 'ended') track?.ended(record, source);
  else return false;
  return true;
}

const textOfPrompt = (prompt: Of<'asked'>['prompt']): string =>
  typeof prompt === 'string' ? prompt : textOf({ role: 'user', content: prompt });

/** Milliseconds since 1970; `undefined` for a text that is no time. */
function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
