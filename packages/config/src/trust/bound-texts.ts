import { child, isList, isMap, isText, type Node, outsideProfile, type Path } from '../document/node.js';
import { splitUse } from '../packages/find-package.js';
import type { Part } from './gate.js';

export interface BoundText {
  readonly text: string;
  /** The file that contains the text. */
  readonly from: string;
  /**
   * Binds only the code among the files that this part names. The part is an option, and a file that an option names is data
   * unless it runs.
   */
  readonly codeOnly?: boolean | undefined;
  /** The folder in which the program starts, as written. */
  readonly cwd?: string | undefined;
}

/** Options of Loadout's own packages that name programs, or the arguments and environment of programs. */
const ACTING_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['@loadout/tool-shell', ['envFile']],
  ['@loadout/tool-lsp', ['servers']],
  ['@loadout/model-anthropic', ['apiKeyHelper']],
  ['@loadout/mcp', ['servers']],
]);

/** Parts that are bound by their text alone: they decide what an agent may do, and start nothing. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['permissions', 'sandbox', 'sessions', 'subagents', 'env', 'telemetry']);

/** The texts of a part whose files act without a further decision when the configuration runs (decision 0015). */
export function boundTexts(part: Part, options: { readonly useOf: (path: Path) => string | undefined }): readonly BoundText[] {
  const inside = outsideProfile(part.path);
  const [section, , field] = inside;
  const key = section === 'agents' || section === 'skills' ? (field ?? section) : section;
  if (key === 'hooks') return isAudit(part.node) ? [] : textsIn(part.node);
  if (key === 'plugins' || key === 'providers') return mountTexts({ ...part, path: inside }, options.useOf(part.path));
  if (key === 'tools') return toolTexts(part.node);
  return TEXT_ONLY.has(key) || section === 'skills' ? [] : textsIn(part.node);
}

/** The texts of a tool that run. A file that a call reads or writes is data, and so is every other text. */
function toolTexts(node: Node): readonly BoundText[] {
  const cwd = child(node, 'cwd');
  const around = isText(cwd) ? { cwd: cwd.value } : {};
  return ['run', 'script', 'shell', 'env'].flatMap((key) => {
    const own = child(node, key);
    const texts = own === undefined ? [] : key === 'env' ? codeIn(own) : textsIn(own).filter(({ text }) => !DATA.test(text));
    return texts.map((text) => ({ ...text, ...around }));
  });
}

function mountTexts({ path, node }: Part, use: string | undefined): readonly BoundText[] {
  const option = path[3];
  if (path.length > 3 && use !== undefined) {
    const acts = ACTING_OPTIONS.get(splitUse(use).name)?.includes(String(option)) === true;
    return acts ? textsIn(node) : codeIn(node);
  }
  const own = child(node, 'use');
  if (own === undefined) return textsIn(node);
  const given = child(node, 'options');
  return [...textsIn(own), ...(given === undefined ? [] : codeIn(given))];
}

const codeIn = (node: Node): readonly BoundText[] => textsIn(node).map((one) => ({ ...one, codeOnly: true }));

/** Whether a node is an audit hook, which writes its file itself. */
function isAudit(node: Node): boolean {
  const type = child(node, 'type');
  return isText(type) && type.value === 'audit';
}

/** Fields that are data for a program. Only code is bound among the files that they name. */
const GIVEN: ReadonlySet<string> = new Set(['env', 'headers']);

function textsIn(node: Node): readonly BoundText[] {
  const data = new Set<Node>();
  const visit = (one: Node, around: Pick<BoundText, 'codeOnly' | 'cwd'>): readonly BoundText[] => {
    if (isText(one)) return data.has(one) ? [] : [{ text: one.value, from: one.place.file, ...around }];
    if (isList(one)) return one.items.flatMap((item) => visit(item, around));
    if (!isMap(one)) return [];
    for (const argument of dataArguments(one)) data.add(argument);
    const cwd = child(one, 'cwd');
    const here = isText(cwd) ? { ...around, cwd: cwd.value } : around;
    return [...one.entries].flatMap(([key, { value }]) => visit(value, GIVEN.has(key) ? { ...here, codeOnly: true } : here));
  };
  return visit(node, {});
}

/** Matches files that a program works on: a database, a log, a table. */
const DATA = /\.(?:db|db3|sqlite|sqlite3|duckdb|parquet|csv|tsv|jsonl|ndjson|log)$/i;

const SHELLS = /(?:^|\/)(?:ba|da|z|k|fi)?sh$/;
const INTERPRETERS = /(?:^|\/)(?:node|deno|bun|tsx|python[\d.]*|perl|ruby|php|lua|awk|gawk|env|xargs|busybox)$/;

/**
 * The items of an `args` list that name data. The program reads and changes such a file as its work, so the file's bytes are not
 * bound. A shell runs any file, and an interpreter runs its first file, so only files after a script are data there.
 */
function dataArguments(node: Node): ReadonlySet<Node> {
  const [command, args] = [child(node, 'command'), child(node, 'args')];
  if (!isText(command) || !isList(args) || SHELLS.test(command.value)) return new Set();
  const texts = args.items.filter(isText);
  const script = texts.findIndex(({ value }) => !value.startsWith('-') && /\.\w+$/.test(value) && !DATA.test(value));
  const from = INTERPRETERS.test(command.value) ? (script === -1 ? texts.length : script + 1) : 0;
  return new Set(texts.slice(from).filter(({ value }) => DATA.test(value)));
}
