import { StringDecoder } from 'node:string_decoder';

/** The newest output of a running source, in whole lines, until it is taken. */
export interface LineRing {
  push(chunk: Buffer, from: string): void;
  /**
   * Returns the lines received since the last call. An incomplete last line is held back until it is completed or the output
   * ends.
   */
  take(): Taken;
  /** Puts taken lines back, unless their room has been used since. */
  untake(taken: Taken): void;
  /** Ends the output, so that an incomplete last line counts as a line. */
  end(): void;
}

export interface Taken {
  readonly text: string;
  /** How many characters were dropped, since the last call, to stay within the bound. */
  readonly dropped: number;
}

const MOST_CHARS = 1024 * 1024;
/** The most text that is held back for an incomplete line. */
const MOST_LINE_CHARS = 64 * 1024;

export function createLineRing(mostChars = MOST_CHARS): LineRing {
  const sources = new Map<string, { readonly decoder: StringDecoder; open: string }>();
  let pieces: string[] = [];
  let size = 0;
  let dropped = 0;

  const add = (text: string) => {
    if (text === '') return;
    pieces.push(text);
    size += text.length;
    while (size > mostChars) {
      const first = pieces.shift() ?? '';
      size -= first.length;
      dropped += first.length;
    }
  };

  return {
    push(chunk, from) {
      const source = sources.get(from) ?? { decoder: new StringDecoder('utf8'), open: '' };
      sources.set(from, source);
      const text = source.open + source.decoder.write(chunk);
      const end = text.length - text.lastIndexOf('\n') > MOST_LINE_CHARS ? text.length : text.lastIndexOf('\n') + 1;
      add(text.slice(0, end));
      source.open = text.slice(end);
    },
    take() {
      const taken = { text: pieces.join(''), dropped };
      pieces = [];
      size = 0;
      dropped = 0;
      return taken;
    },
    untake(taken) {
      const newer = pieces;
      pieces = [];
      size = 0;
      dropped += taken.dropped;
      for (const text of [taken.text, ...newer]) add(text);
    },
    end() {
      for (const source of sources.values()) add(source.open + source.decoder.end());
      sources.clear();
    },
  };
}
