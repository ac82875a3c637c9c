import { jsonIn } from '@loadout/node';
import type { Attributes, OtlpSpan } from '../model/otlp-spans.js';
import type { CallNode, Decision, TurnUsage } from '../model/trajectory.js';
import { callHash } from './call-hash.js';
import { callTitle } from './call-title.js';
import { clip } from './clip.js';
import { type Source, Tree } from './tree.js';

/** A span with the place where its contents are read again. */
export interface PlacedSpan extends OtlpSpan {
  readonly source: Source;
  /** The length of its attributes, before long texts were left out. */
  readonly size: number;
}

interface Above {
  readonly id: number;
  readonly agent: readonly string[];
}

const ASKS_MODEL: ReadonlySet<unknown> = new Set(['chat', 'text_completion', 'generate_content']);
const AGENTS: ReadonlySet<unknown> = new Set(['invoke_agent', 'invoke_workflow', 'create_agent']);

/**
 * Builds the tree of spans with the names of the GenAI conventions, by their parents. A span of another kind has no node, and its
 * children are below the node above it.
 */
export function spanTree(spans: readonly PlacedSpan[]): Tree {
  return new SpanTree(spans).tree;
}

class SpanTree {
  readonly tree = new Tree();
  readonly #children = new Map<string, PlacedSpan[]>();
  /** The number of turns of each agent, by the id of its node. */
  readonly #turns = new Map<number, number>();

  constructor(spans: readonly PlacedSpan[]) {
    const known = new Set(spans.map(keyOf));
    const inOrder = [...spans].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    const roots: PlacedSpan[] = [];
    for (const span of inOrder) {
      const parent = `${span.traceId} ${span.parentSpanId}`;
      // A span that names itself as its parent would never be shown.
      if (!known.has(parent) || parent === keyOf(span)) roots.push(span);
      else this.#children.set(parent, [...(this.#children.get(parent) ?? []), span]);
    }
    for (const root of roots) if (this.#isOfAgent(root)) this.#add(root, undefined);
  }

  /** Whether the span or one below it is of an agent. */
  #isOfAgent(root: PlacedSpan): boolean {
    const waiting = [root];
    for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
      if (operationOf(span) !== undefined) return true;
      waiting.push(...this.#below(span));
    }
    return false;
  }

  #below(span: PlacedSpan): readonly PlacedSpan[] {
    return this.#children.get(keyOf(span)) ?? [];
  }

  /** Adds a span with all below it. Spans may be nested to any depth. */
  #add(root: PlacedSpan, top: Above | undefined): void {
    const waiting: { readonly span: PlacedSpan; readonly above: Above | undefined }[] = [{ span: root, above: top }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const above = this.#node(next.span, next.above);
      for (const span of [...this.#below(next.span)].reverse()) waiting.push({ span, above });
    }
  }

  /** Adds the node of a span. Returns the node that the spans below it belong to. */
  #node(span: PlacedSpan, given: Above | undefined): Above | undefined {
    const operation = operationOf(span);
    if (given === undefined) {
      const run = this.#run(span);
      return AGENTS.has(operation) ? run : this.#node(span, run);
    }
    if (AGENTS.has(operation)) return this.#agent(span, given);
    if (ASKS_MODEL.has(operation)) this.#turn(span, given);
    if (operation === 'execute_tool') return { ...given, id: this.#call(span, given) };
    return given;
  }

  #run(span: PlacedSpan): Above {
    const agent = [nameOf(span)];
    const title = clip(wordsIn(span.attributes['gen_ai.input.messages'])) || span.name;
    const id = this.tree.add(
      { ...timesOf(span), kind: 'run', title, source: 'startup', agent, outcome: outcomeOf(span) },
      said(span),
    );
    return { id, agent };
  }

  #agent(span: PlacedSpan, above: Above): Above {
    const agent = [...above.agent, nameOf(span)];
    const about = { kind: 'agent' as const, title: nameOf(span), outcome: outcomeOf(span) };
    return { id: this.tree.add({ ...timesOf(span), ...about, parent: above.id, agent }, said(span)), agent };
  }

  #turn(span: PlacedSpan, { id: parent, agent }: Above): void {
    const { attributes } = span;
    const turn = (this.#turns.get(parent) ?? 0) + 1;
    this.#turns.set(parent, turn);
    const purpose = attributes['loadout.request.purpose'];
    const reasons = attributes['gen_ai.response.finish_reasons'];
    this.tree.add(
      {
        ...timesOf(span),
        kind: 'turn',
        parent,
        agent,
        turn,
        model: textOf(attributes['gen_ai.response.model']) ?? textOf(attributes['gen_ai.request.model']) ?? 'unknown',
        purpose: purpose === 'summary' || purpose === 'small' || purpose === 'sampling' ? purpose : 'turn',
        title: clip(wordsIn(attributes['gen_ai.output.messages'])) || span.name,
        stopReason: Array.isArray(reasons) ? textOf(reasons[0]) : textOf(reasons),
        usage: usageOf(attributes),
        usd: numberOf(attributes['loadout.cost.usd']),
        error: errorOf(span),
      },
      said(span),
    );
  }

  #call(span: PlacedSpan, { id: parent, agent }: Above): number {
    const { attributes } = span;
    const tool = textOf(attributes['gen_ai.tool.name']) ?? span.name.replace(/^execute_tool /, '');
    const input = inputOf(attributes['gen_ai.tool.call.arguments']);
    const about = {
      kind: 'call' as const,
      callId: textOf(attributes['gen_ai.tool.call.id']) ?? span.spanId,
      tool,
      title: input === undefined ? tool : callTitle(input, undefined),
      state: stateOf(span),
      code: errorOf(span),
      hash: callHash(tool, input ?? span.spanId),
      ...spanDecision(span),
    };
    return this.tree.add({ ...timesOf(span), ...about, parent, agent }, said(span));
  }
}

const keyOf = ({ traceId, spanId }: OtlpSpan): string => `${traceId} ${spanId}`;
const said = ({ source }: PlacedSpan) => ({ said: [source] });
const timesOf = ({ start, end, size }: PlacedSpan) => ({ start, end, size });
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const nameOf = ({ attributes, name }: OtlpSpan): string =>
  textOf(attributes['gen_ai.agent.name']) ?? name.replace(/^invoke_agent /, '');

/** The operation of a span. Spans of early snapshots name only the system. */
const operationOf = ({ attributes }: OtlpSpan): string | undefined => textOf(attributes['gen_ai.operation.name']);

const errorOf = ({ attributes, isError }: OtlpSpan): string | undefined =>
  textOf(attributes['error.type']) ?? (isError ? 'error' : undefined);

const outcomeOf = (span: OtlpSpan): string => textOf(span.attributes['loadout.outcome']) ?? errorOf(span) ?? 'success';

function stateOf(span: OtlpSpan): CallNode['state'] {
  const outcome = span.attributes['loadout.call.outcome'];
  const known = ['done', 'failed', 'denied', 'refused', 'interrupted', 'deferred'] as const;
  return known.find((state) => state === outcome) ?? (errorOf(span) === undefined ? 'done' : 'failed');
}

/** The conventions count the tokens of the cache as input. */
function usageOf(attributes: Attributes): TurnUsage | undefined {
  const count = (name: string) => numberOf(attributes[`gen_ai.usage.${name}`]);
  const [whole, output] = [count('input_tokens'), count('output_tokens')];
  if (whole === undefined && output === undefined) return undefined;
  const [cacheRead, cacheWrite] = [count('cache_read.input_tokens') ?? 0, count('cache_creation.input_tokens') ?? 0];
  return { input: Math.max(0, (whole ?? 0) - cacheRead - cacheWrite), output: output ?? 0, cacheRead, cacheWrite };
}

function inputOf(given: unknown): unknown {
  const value = typeof given === 'string' ? jsonIn(given) : undefined;
  return value === undefined ? given : value;
}

/** The first words of messages, which are text, or JSON of messages with parts. */
function wordsIn(given: unknown): string {
  const value = inputOf(given);
  if (typeof value === 'string' && !/^\[?\{/.test(value)) return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return /"(?:content|text)":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replaceAll('\\n', ' ') ?? '';
}

/** The permission decision that a span of our own exporter carries as an event. */
function spanDecision({ events }: OtlpSpan): { readonly decision?: Decision } {
  const { attributes } = events.findLast(({ name }) => name === 'loadout.permission') ?? {};
  if (attributes === undefined) return {};
  const about = (name: string) => {
    const value = attributes[`loadout.permission.${name}`];
    return typeof value === 'string' ? value : undefined;
  };
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(about('source') ?? '') ?? [];
  const place = file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
  const [effect, rule, source] = [about('decision') === 'deny' ? 'deny' : 'allow', about('rule'), about('source')] as const;
  const other = source === 'hook' || source === 'person' ? source : 'mode';
  const reason =
    about('reason') ?? (rule === undefined ? `The call was decided by: ${source ?? 'the mode'}.` : `The rule ${rule} decided.`);
  return { decision: { effect, by: rule === undefined ? other : 'rule', reason, rule, place } };
}
