export interface ServerEvent {
  readonly id?: string | undefined;
  readonly data: string;
}

/** Returns a function that takes pieces of an event stream and returns the events that are complete. */
export function eventReader(): (piece: string) => readonly ServerEvent[] {
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
