import type { Data } from '@loadout/config/documents';

/** The word of a reference, and the key of the test that has the rows, which is left out of the filled test. */
const WORDS = {
  each: { all: /\$\{each:([^}]*)\}/g, alone: /^\$\{each:([^}]*)\}$/, key: 'each' },
  case: { all: /\$\{case:([^}]*)\}/g, alone: /^\$\{case:([^}]*)\}$/, key: 'cases' },
} as const;

export interface FilledRow {
  readonly data: Data;
  /** The names that the row does not have, with the paths of the texts that use them. */
  readonly unknown: readonly { readonly name: string; readonly path: readonly (string | number)[] }[];
}

/**
 * Replaces `${each:name}`, or `${case:name}`, in all texts and keys of a test. A text that is nothing else becomes the value itself,
 * of any type. What is filled in is not read again.
 */
export function fillRow(data: Data, row: Readonly<Record<string, Data>>, word: keyof typeof WORDS = 'each'): FilledRow {
  const { all, alone: whole, key: source } = WORDS[word];
  const unknown: { name: string; path: readonly (string | number)[] }[] = [];
  const look = (name: string, path: readonly (string | number)[]): Data => {
    if (Object.hasOwn(row, name)) return row[name] ?? null;
    unknown.push({ name, path });
    return '';
  };
  const inText = (text: string, path: readonly (string | number)[]): Data => {
    const alone = whole.exec(text)?.[1];
    return alone === undefined ? text.replace(all, (_, name: string) => asText(look(name, path))) : look(alone, path);
  };
  const visit = (value: Data, path: readonly (string | number)[]): Data => {
    if (typeof value === 'string') return inText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => path.length > 0 || key !== source);
    return Object.fromEntries(entries.map(([key, item]) => [asText(inText(key, [...path, key])), visit(item, [...path, key])]));
  };
  return { data: visit(data, []), unknown };
}

const asText = (value: Data): string => (typeof value === 'string' ? value : JSON.stringify(value));
