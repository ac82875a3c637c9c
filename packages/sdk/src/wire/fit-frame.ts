/** The Python SDK rejects a line of one mebibyte. Source: CTRL-01. */
export const MOST_BYTES = 1_000_000;

/** The number of characters of a string and of items of a list that are kept, from the first try to the last. */
const KEPT = [100_000, 25_000, 6_000, 1_500, 400, 100].map((chars) => ({ chars, items: chars / 10 }));

/** The original of a cut value. */
type Cut =
  | { readonly text: string }
  | { readonly items: readonly unknown[] }
  | { readonly entries: readonly (readonly [string, unknown])[] }
  | { readonly picture: object };

export type Cuts = ReadonlyMap<string, Cut>;

export interface Fitted {
  readonly line: string;
  /** The cut values, by the mark in their place. Absent for a whole line. */
  readonly cuts?: Cuts;
  /** Whether only the names of the frame are left. */
  readonly isEmptied?: true;
}

/**
 * Writes the frame as a line. In a line that is too long, long strings, lists and maps are cut, and the data of images is left
 * out.
 */
export function fitFrame(frame: WireFrame): Fitted {
  const line = JSON.stringify(frame);
  if (line.length * 3 <= MOST_BYTES || Buffer.byteLength(line) <= MOST_BYTES) return { line };
  for (const most of KEPT) {
    const cuts = new Map<string, Cut>();
    const shorter = JSON.stringify(shortened(frame, { ...most, cuts }));
    if (Buffer.byteLength(shorter) <= MOST_BYTES) return { line: shorter, cuts };
  }
  const { type, subtype, uuid, session_id } = frame;
  return { line: JSON.stringify({ type, subtype, uuid, session_id, truncated: true }), isEmptied: true };
}

interface Most {
  readonly chars: number;
  readonly items: number;
  readonly cuts: Map<string, Cut>;
}

function shortened(value: unknown, most: Most): unknown {
  if (typeof value === 'string') return value.length <= most.chars ? value : shortText(value, most);
  if (Array.isArray(value)) return shortList(value, most);
  if (typeof value !== 'object' || value === null) return value;
  return withoutPicture(value as WireFrame, most) ?? shortMap(value, most);
}

function shortText(text: string, { chars, cuts }: Most): string {
  const kept = text.slice(0, chars);
  return marked({ text }, { cuts, before: kept, left: `${text.length - chars} more characters` });
}

function shortList(list: readonly unknown[], most: Most): readonly unknown[] {
  const kept = list.slice(0, most.items).map((item) => shortened(item, most));
  const items = list.slice(most.items);
  return items.length === 0 ? kept : [...kept, marked({ items }, { cuts: most.cuts, left: `${items.length} more items` })];
}

function shortMap(map: object, most: Most): object {
  const all = Object.entries(map);
  const kept = all.slice(0, most.items).map(([key, item]): [string, unknown] => [key, shortened(item, most)]);
  const entries = all.slice(most.items);
  if (entries.length > 0) kept.push([marked({ entries }, { cuts: most.cuts, left: `${entries.length} more keys` }), null]);
  return Object.fromEntries(kept);
}

/** An incomplete image is no image, so its data goes as a whole. */
function withoutPicture(picture: WireFrame, { chars, cuts }: Most): unknown {
  const { data, media_type } = (picture.source ?? {}) as { readonly data?: unknown; readonly media_type?: unknown };
  if (typeof data !== 'string' || data.length <= chars) return undefined;
  const left = `${String(media_type ?? picture.type)} with ${data.length} characters of base64`;
  return { type: 'text', text: marked({ picture }, { cuts, left }) };
}

/** Marks are numbered, so that a mark in an answer stands for exactly one cut value. */
function marked(cut: Cut, { cuts, before = '', left }: { cuts: Map<string, Cut>; before?: string; left: string }): string {
  const mark = `${before}[cut ${cuts.size + 1}: ${left}]`;
  cuts.set(mark, cut);
  return mark;
}

/** Returns an answer with the original values in place of the marks. */
export function restored(answer: unknown, cuts: Cuts | undefined): unknown {
  if (cuts === undefined || cuts.size === 0) return answer;
  if (typeof answer === 'string') {
    const cut = cuts.get(answer);
    return cut !== undefined && 'text' in cut ? cut.text : answer;
  }
  if (Array.isArray(answer)) return answer.flatMap((item) => restoredItems(item, cuts));
  if (typeof answer !== 'object' || answer === null) return answer;
  const cut = 'text' in answer && typeof answer.text === 'string' ? cuts.get(answer.text) : undefined;
  if (cut !== undefined && 'picture' in cut) return cut.picture;
  return Object.fromEntries(Object.entries(answer).flatMap(([key, item]) => restoredEntries(key, { item, cuts })));
}

function restoredItems(item: unknown, cuts: Cuts): readonly unknown[] {
  const cut = typeof item === 'string' ? cuts.get(item) : undefined;
  return cut !== undefined && 'items' in cut ? cut.items : [restored(item, cuts)];
}

function restoredEntries(key: string, { item, cuts }: { item: unknown; cuts: Cuts }): readonly (readonly [string, unknown])[] {
  const cut = cuts.get(key);
  return cut !== undefined && 'entries' in cut ? cut.entries : [[key, restored(item, cuts)]];
}

export type WireFrame = { readonly type: string } & Readonly<Record<string, unknown>>;
