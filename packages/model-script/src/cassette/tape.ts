import { createHash } from 'node:crypto';
import type { Message, ModelEvent, ModelRequest } from '@loadout/core/model';
import { errors } from '../errors.js';

/** The parts of a request that are compared. Descriptions of tools may change; headers and keys are not part of a request. */
export interface TapedRequest {
  readonly model: string;
  readonly system: string;
  readonly tools: readonly { readonly name: string; readonly input_schema: unknown }[];
  readonly messages: readonly Message[];
}

/** The provider that answered, as the configuration names it, and its API. A cassette of an older version names neither. */
export interface TapedMaker {
  readonly provider?: string | undefined;
  readonly api?: string | undefined;
}

/** One line of a cassette. `messages` follow those of the turn `after` (from 1), so that a long conversation stays short. */
interface TapeLine extends TapedMaker {
  readonly turn: number;
  readonly digest: string;
  readonly request: TapedRequest & { readonly after?: number };
  readonly events: readonly ModelEvent[];
}

export interface TapedTurn extends TapedMaker {
  readonly turn: number;
  readonly digest: string;
  readonly request: TapedRequest;
  readonly events: readonly ModelEvent[];
}

export const tapedRequest = (request: ModelRequest): TapedRequest => ({
  model: request.model,
  system: request.system.flatMap((block) => (block.volatile === true ? [] : [block.text])).join('\n\n'),
  tools: request.tools.map(({ name, input_schema }) => ({ name, input_schema })),
  messages: request.messages.map(sent),
});

/** The part of a message that a provider sends: its maker is another one in a replay. */
const sent = ({ role, content }: Message): Message => ({ role, content });

export const digestOf = (request: TapedRequest): string =>
  `sha256-${createHash('sha256').update(canonicalJson(request)).digest('base64url')}`;

/** JSON with the keys of objects in one order, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? 'undefined';

/** Keys in one order, so that equal values have one digest. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** Writes a turn as a line, given those before it. */
export function toLine(turn: TapedTurn, earlier: readonly TapedTurn[]): string {
  const own = turn.request.messages.map((message) => JSON.stringify(message));
  const base = earlier.findLast(({ request }) => {
    const { messages } = request;
    return (
      messages.length > 0 && messages.length <= own.length && messages.every((one, index) => JSON.stringify(one) === own[index])
    );
  });
  const messages = turn.request.messages.slice(base?.request.messages.length ?? 0);
  const request = { ...turn.request, messages, ...(base === undefined ? {} : { after: base.turn }) };
  return `${JSON.stringify({ ...turn, request } satisfies TapeLine)}\n`;
}

/** Reads a whole cassette. Throws CASSETTE_UNREADABLE with the number of the invalid line. */
export function readTape(text: string, file: string): TapedTurn[] {
  const turns: TapedTurn[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    turns.push(readLine(line, { turns, file, number: index + 1 }));
  }
  return turns;
}

interface Reading {
  readonly turns: readonly TapedTurn[];
  readonly file: string;
  readonly number: number;
}

function readLine(line: string, { turns, file, number }: Reading): TapedTurn {
  const refuse = (reason: string, cause?: unknown) =>
    errors.CASSETTE_UNREADABLE({ file, reason: `line ${number} ${reason}` }, { cause });
  let parsed: TapeLine;
  try {
    parsed = JSON.parse(line) as TapeLine;
  } catch (cause) {
    throw refuse('is not JSON', cause);
  }
  if (typeof parsed?.digest !== 'string' || !Array.isArray(parsed.events) || !Array.isArray(parsed.request?.messages)) {
    throw refuse('is not a recorded turn');
  }
  const { after, ...request } = parsed.request;
  const base = after === undefined ? [] : turns.find((one) => one.turn === after)?.request.messages;
  if (base === undefined) throw refuse(`follows turn ${after}, which is not there`);
  return { ...parsed, request: { ...request, messages: [...base, ...request.messages] } };
}
