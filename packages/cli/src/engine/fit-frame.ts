import type { WireFrame } from './wire.js';

/** The Python SDK gives up on a line of a mebibyte. Source: facts 8.2. */
export const MOST_BYTES = 1_000_000;

/** Characters of a string and items of a list that are kept, from the first try to the last. */
const KEPT = [100_000, 25_000, 6_000, 1_500, 400, 100].map((chars) => ({ chars, items: chars / 10 }));

export interface Fitted {
  readonly line: string;
  /** What stands in the line for a string that was too long, with that string. Absent: the line is whole. */
  readonly cut?: ReadonlyMap<string, string>;
}

/** The frame as a line. Of one that is too long the long strings and lists are cut, and the data of pictures is left out. */
export function fitFrame(frame: WireFrame): Fitted {
  const line = JSON.stringify(frame);
  if (line.length * 3 <= MOST_BYTES || Buffer.byteLength(line) <= MOST_BYTES) return { line };
  for (const kept of KEPT) {
    const cut = new Map<string, string>();
    const shorter = JSON.stringify(shortened(frame, { ...kept, cut }));
    if (Buffer.byteLength(shorter) <= MOST_BYTES) return { line: shorter, cut };
  }
  const { type, subtype, uuid, session_id } = frame;
  return { line: JSON.stringify({ type, subtype, uuid, session_id, truncated: true }), cut: new Map() };
}

interface Kept {
  readonly chars: number;
  readonly items: number;
  readonly cut: Map<string, string>;
}

function shortened(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return value.length <= kept.chars ? value : shortText(value, kept);
  if (Array.isArray(value)) return value.slice(0, kept.items).map((item) => shortened(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  return (
    withoutPicture(value as WireFrame, kept) ??
    Object.fromEntries(
      Object.entries(value)
        .slice(0, kept.items)
        .map(([key, item]) => [key, shortened(item, kept)]),
    )
  );
}

/** Told apart by number, so that an answer that holds it means the string that it stands for and no other. */
function shortText(text: string, { chars, cut }: Kept): string {
  const short = `${text.slice(0, chars)}[cut ${cut.size + 1}: ${text.length - chars} more characters]`;
  cut.set(short, text);
  return short;
}

/** Half of a picture is none. */
function withoutPicture({ type, source }: WireFrame, { chars }: Kept): unknown {
  const { data, media_type } = (source ?? {}) as { readonly data?: unknown; readonly media_type?: unknown };
  if (typeof data !== 'string' || data.length <= chars) return undefined;
  return { type: 'text', text: `[${String(media_type ?? type)} with ${data.length} characters of base64 left out]` };
}

/** An answer with the strings that were cut in its question as they were. */
export function restored(answer: unknown, cut: ReadonlyMap<string, string> | undefined): unknown {
  if (cut === undefined || cut.size === 0) return answer;
  if (typeof answer === 'string') return cut.get(answer) ?? answer;
  if (Array.isArray(answer)) return answer.map((item) => restored(item, cut));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, item]) => [key, restored(item, cut)]));
}
