import type { Data } from '@loadout/config/documents';

const REFERENCE = /\$\{each:([^}]*)\}/g;
const ALONE = /^\$\{each:([^}]*)\}$/;

export interface FilledRow {
  readonly data: Data;
  /** The names that the row does not have, with the paths of the texts that use them. */
  readonly unknown: readonly { readonly name: string; readonly path: readonly (string | number)[] }[];
}

/** Replaces `${each:name}` in all texts and keys of a test. A text that is nothing else becomes the value itself, of any type. */
export function fillRow(data: Data, row: Readonly<Record<string, Data>>): FilledRow {
  const unknown: { name: string; path: readonly (string | number)[] }[] = [];
  const look = (name: string, path: readonly (string | number)[]): Data => {
    if (Object.hasOwn(row, name)) return row[name] ?? null;
    unknown.push({ name, path });
    return '';
  };
  const inText = (text: string, path: readonly (string | number)[]): Data => {
    const alone = ALONE.exec(text)?.[1];
    return alone === undefined ? text.replace(REFERENCE, (_, name: string) => asText(look(name, path))) : look(alone, path);
  };
  const visit = (value: Data, path: readonly (string | number)[]): Data => {
    if (typeof value === 'string') return inText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => path.length > 0 || key !== 'each');
    return Object.fromEntries(entries.map(([key, item]) => [asText(inText(key, [...path, key])), visit(item, [...path, key])]));
  };
  return { data: visit(data, []), unknown };
}

const asText = (value: Data): string => (typeof value === 'string' ? value : JSON.stringify(value));
