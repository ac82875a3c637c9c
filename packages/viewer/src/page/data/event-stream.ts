/** The events of a stream of server-sent events, up to its end. */
export async function* eventsOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const read = eventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield* read(decoder.decode(value, { stream: true }));
  }
}

interface ServerEvent {
  readonly id?: string | undefined;
  readonly data: string;
}

/** Returns a function that takes pieces of an event stream and returns the events that are complete. */
function eventReader(): (piece: string) => readonly ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    return blocks.map(eventOf).filter((event) => event.data !== '');
  };
}

function eventOf(block: string): ServerEvent {
  const fields = block.split(/\r?\n/).map((line) => /^(id|data): ?(.*)$/s.exec(line));
  const values = (name: string) => fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  return { id: values('id').at(-1), data: values('data').join('\n') };
}
