import { child, isList, isText, type Node } from '../document/node.js';

/** Matches files that a program works on: a database, a log, a table. */
export const DATA = /\.(?:db|db3|sqlite|sqlite3|duckdb|parquet|csv|tsv|jsonl|ndjson|log)$/i;

const SHELLS = /(?:^|\/)(?:ba|da|z|k|fi)?sh$/;
const INTERPRETERS = /(?:^|\/)(?:node|deno|bun|tsx|python[\d.]*|perl|ruby|php|lua|awk|gawk|env|xargs|busybox)$/;

/**
 * The items of an `args` list that name data. The program reads and changes such a file as its work, so the file's bytes are not
 * bound. A shell runs any file, and an interpreter runs its first file, so only files after a script are data there.
 */
export function dataArguments(node: Node): ReadonlySet<Node> {
  const [command, args] = [child(node, 'command'), child(node, 'args')];
  if (!isText(command) || !isList(args) || SHELLS.test(command.value)) return new Set();
  const texts = args.items.filter(isText);
  const script = texts.findIndex(({ value }) => !value.startsWith('-') && /\.\w+$/.test(value) && !DATA.test(value));
  const from = INTERPRETERS.test(command.value) ? (script === -1 ? texts.length : script + 1) : 0;
  return new Set(texts.slice(from).filter(({ value }) => DATA.test(value)));
}
