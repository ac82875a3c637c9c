import { StringDecoder } from 'node:string_decoder';

/** Cuts a stream into records, up to the one after which no more are wanted. */
export function splitRecords(
  separator: string,
  on: {
    /** Takes one record. `false`: no more are wanted. */
    readonly record: (record: string) => boolean;
    readonly enough: () => void;
  },
): { push(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isWanted = true;
  const take = (record: string) => {
    isWanted = on.record(record);
    if (!isWanted) on.enough();
  };
  return {
    push(chunk) {
      if (!isWanted) return;
      const text = rest + decoder.write(chunk);
      let from = 0;
      for (let end = text.indexOf(separator); end !== -1 && isWanted; end = text.indexOf(separator, from)) {
        take(text.slice(from, end));
        from = end + 1;
      }
      rest = text.slice(from);
    },
    end() {
      if (isWanted && rest !== '') take(rest);
    },
  };
}
