import type { ApiTool, Block, Message, ModelEvent, ModelProvider, ModelRequest } from '@loadout/core/model';

const tool = (name: string, property: string): ApiTool => ({
  name,
  description: `${name} of a test.`,
  input_schema: { type: 'object', properties: { [property]: { type: 'string' } }, required: [property] },
});
const TOOLS: readonly ApiTool[] = [tool('Read', 'file_path'), tool('Grep', 'pattern')];

export const userMessage = (...content: readonly Block[]): Message => Object.freeze({ role: 'user', content });
export const text = (value: string): Block => ({ type: 'text', text: value });
const FIRST = userMessage(text('Find the word.'));

/** A request with two tools, as the runner makes it. */
export const requestOf = (messages: readonly Message[] = [FIRST], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'mock-model',
  system: [{ type: 'text', text: 'You find words.' }],
  tools: TOOLS,
  messages,
  ...more,
});

/** The outcome of a request: the events, and the error if it failed. */
export interface Heard {
  readonly events: readonly ModelEvent[];
  readonly error?: unknown;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly maxAnswerChars?: number | undefined;
  readonly onEvent?: ((event: ModelEvent) => void) | undefined;
}

/** Reads a whole answer. */
export async function ask(
  provider: ModelProvider,
  request: ModelRequest = requestOf(),
  options: AskOptions = {},
): Promise<Heard> {
  const { signal = new AbortController().signal, maxAnswerChars, onEvent } = options;
  const events: ModelEvent[] = [];
  try {
    for await (const event of provider.stream(request, { signal, maxAnswerChars })) {
      events.push(event);
      onEvent?.(event);
    }
  } catch (error) {
    return { events, error };
  }
  return { events };
}

type EventOf<Type extends ModelEvent['type']> = Extract<ModelEvent, { type: Type }>;

export const eventsOf = <Type extends ModelEvent['type']>({ events }: Heard, type: Type): readonly EventOf<Type>[] =>
  events.filter((event): event is EventOf<Type> => event.type === type);

export const blocksOf = (heard: Heard): readonly Block[] => eventsOf(heard, 'block').map(({ block }) => block);

export const textIn = (heard: Heard): string =>
  blocksOf(heard)
    .flatMap((block) => (block.type === 'text' ? [String(block.text)] : []))
    .join('');

/** A call of an answer. */
export interface Called {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly malformed?: string | undefined;
}

export const callsOf = (heard: Heard): readonly Called[] =>
  eventsOf(heard, 'block').flatMap(({ block, malformed }) =>
    block.type === 'tool_use' ? [{ ...(block as Omit<Called, 'malformed'>), malformed }] : [],
  );
