import { isObject, type Position } from '@loadout/core';
import { ruleText, type SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';
import type { Decider, RecordedCall } from './recorded-run.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type OpenCall = Writable<RecordedCall>;
type PathOf = (position: Position) => string | undefined;
type EventOf<T extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: T }>;

/** Collects the calls of a run and of its subagents from their events. */
export class CallRecorder {
  readonly #calls: OpenCall[] = [];
  /** The last call by agent and id. Scripts use the same ids in each agent. */
  readonly #open = new Map<string, OpenCall>();
  /** The names of agents by the ids from the outermost agent on. */
  readonly #agents = new Map<string, string>();
  /** The last hook that decided or changed a call. */
  readonly #hooks = new Map<string, { readonly name: string; readonly outcome: string }>();
  readonly #pathOf: PathOf;

  constructor(pathOf: PathOf) {
    this.#pathOf = pathOf;
  }

  /** All calls so far, in the order in which they were made. A call without an end is in the state `none`. */
  get all(): readonly RecordedCall[] {
    return this.#calls.map((call) => ({ ...call }));
  }

  add(event: AgentEvent, path: readonly string[] = []): void {
    if (event.type === 'subagent') this.add(event.event, event.path);
    else if (event.type === 'init') this.#agents.set(path.join('/'), event.init.agent);
    else if (event.type === 'tool_call') this.#begin(keyOf(path, event.id), { event, path });
    else if (event.type === 'hook') this.#hear(keyOf(path, event.toolUseId ?? ''), event);
    else if (event.type === 'permitted' || event.type === 'tool_result') this.#settle(keyOf(path, event.id), event);
  }

  #settle(key: string, event: EventOf<'permitted' | 'tool_result'>): void {
    const call = this.#open.get(key);
    if (call === undefined) return;
    if (event.type === 'permitted') this.#permit(call, event, this.#hooks.get(key)?.name);
    else this.#end(call, { name: event.name, settled: event.call, hook: this.#hooks.get(key) });
  }

  #begin(key: string, { event, path }: { readonly event: EventOf<'tool_call'>; readonly path: readonly string[] }): void {
    const names = [...path.keys(), path.length].map((end) => this.#agents.get(path.slice(0, end).join('/')));
    const agent = names.map((name, index) => name ?? path[index - 1] ?? 'main').join('/');
    const call: OpenCall = { id: event.id, tool: event.name, input: asJson(event.input), agent, state: 'none', result: '' };
    this.#calls.push(call);
    this.#open.set(key, call);
    this.#hooks.delete(key);
  }

  #hear(key: string, { name, outcome }: { readonly name: string; readonly outcome: string }): void {
    if (outcome !== 'no opinion' && outcome !== 'message') this.#hooks.set(key, { name, outcome });
  }

  #permit(call: OpenCall, event: EventOf<'permitted'>, hook: string | undefined): void {
    const { reason, rule, position, by } = event;
    call.reason = reason;
    // A person's yes decides. An ask rule that made the question stays named.
    const asked = rule === undefined ? undefined : this.#ruleOf(rule, position);
    if (by === 'hook') call.by = { kind: by, ...(hook === undefined ? {} : { hook }) };
    else if (by === 'person') call.by = { ...asked, kind: by };
    else call.by = asked ?? { kind: 'mode' };
  }

  #end(
    call: OpenCall,
    {
      name,
      settled,
      hook,
    }: {
      readonly name: string;
      readonly settled: SettledCall;
      readonly hook: { readonly name: string; readonly outcome: string } | undefined;
    },
  ): void {
    call.tool = name;
    call.state = settled.outcome;
    call.result = settled.result.content;
    if (hook !== undefined) call.input = changedInput(call.input, asJson(settled.input));
    if (settled.outcome !== 'denied' && settled.outcome !== 'deferred') return;
    call.reason = withoutNotes(settled);
    if (settled.outcome === 'deferred') call.by = { kind: 'hook', hook: hook?.name };
    else call.by = this.#denier(settled, hook?.name);
  }

  #denier({ deniedBy, rule, unasked }: SettledCall, hook: string | undefined): Decider {
    if (deniedBy === 'hook') return { kind: 'hook', ...(hook === undefined ? {} : { hook }) };
    const asked = rule === undefined ? undefined : this.#ruleOf(ruleText(rule), rule.position);
    if (deniedBy !== undefined) return { ...asked, kind: deniedBy };
    if (asked !== undefined) return asked;
    return { kind: unasked === true ? 'nobody' : 'mode' };
  }

  #ruleOf(rule: string, position: Position | undefined): Decider {
    if (position === undefined) return { kind: 'rule', rule };
    const { file, line, column } = position;
    return { kind: 'rule', rule, path: this.#pathOf(position), place: `${file}:${line}:${column}` };
  }
}

const keyOf = (path: readonly string[], id: string): string => `${path.join('/')} ${id}`;

/** Returns a changed input with the model's own spelling of paths that were only made whole. */
function changedInput(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const isWhole = (written: unknown, whole: unknown) =>
    typeof written === 'string' && typeof whole === 'string' && whole.endsWith(`/${written.replace(/^\.\//, '')}`);
  return Object.fromEntries(
    Object.entries(after).map(([key, value]) => [key, isWhole(before[key], value) ? before[key] : value]),
  );
}

function withoutNotes({ result: { content }, notes }: SettledCall): string {
  return (notes !== undefined && content.endsWith(notes) ? content.slice(0, -notes.length) : content).trim();
}

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
