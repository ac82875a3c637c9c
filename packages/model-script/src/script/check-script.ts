import { fromJsonSchema, type Issue, nearest, type Position } from '@loadout/core';
import { issueText } from '@loadout/core/run';
import { errors } from '../errors.js';
import { parsePlaceholders } from './placeholders.js';
import { type CheckedTool, type CheckedTurn, type Place, type Script, turnSchema } from './turn.js';

interface Source {
  readonly name: string;
  readonly place: Place;
}

interface Problem {
  readonly path: string;
  readonly message: string;
  /** The characters in the string at `path` that are meant. */
  readonly text?: string | undefined;
}

const turnsSchema = fromJsonSchema({ type: 'array', items: turnSchema }, 'a script');
const TURN_KEYS = Object.keys(turnSchema.properties as object);

/** Makes a `Script` of turns as they were written. Throws SCRIPT_INVALID with all that is wrong. */
export async function checkScript(turns: unknown, source: Source): Promise<Script> {
  const parsed = await turnsSchema.parse(turns);
  if (!parsed.ok) {
    throw invalid(
      parsed.issues.map((issue) => ({ path: `/turns${issue.path}`, message: withNearest(issue) })),
      source,
    );
  }
  const problems: Problem[] = [];
  const checked = (parsed.value as Record<string, unknown>[]).map((turn, index) => checkTurn(turn, { index, source, problems }));
  if (checked.length === 0) problems.push({ path: '/turns', message: 'holds no turn' });
  checkPlaceholders(checked, problems);
  if (problems.length > 0) throw invalid(problems, source);
  return { name: source.name, turns: checked, length: checked.reduce((sum, turn) => sum + turn.repeat, 0) };
}

function withNearest(issue: Issue): string {
  const text = issueText(issue);
  const guess = issue.kind === 'unknown' ? nearest(issue.path.slice(issue.path.lastIndexOf('/') + 1), TURN_KEYS) : undefined;
  return guess === undefined ? text : `${text}; did you mean "${guess}"?`;
}

/** An error that names the place of each problem; its own position is the first. */
export function invalid(problems: readonly Problem[], { name, place }: Source) {
  const places = problems.map(({ path, text }) => place(path, text));
  const sentences = problems.map(
    ({ path, message, text }, index) =>
      `${shownPlace(places[index])}${shownPath(path)}${text === undefined ? ' ' : ': '}${message}`,
  );
  return errors.SCRIPT_INVALID({ script: name, problems: sentences }, { position: places.find((one) => one !== undefined) });
}

const shownPlace = (position: Position | undefined) =>
  position === undefined ? '' : `${position.file}:${position.line}:${position.column} `;

/** `/turns/0/tools/1` -> `turns[0].tools[1]` */
export const shownPath = (path: string) =>
  path
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');

interface Turning {
  readonly index: number;
  readonly source: Source;
  readonly problems: Problem[];
}

function checkTurn(turn: Record<string, unknown>, { index, source, problems }: Turning): CheckedTurn {
  const path = `/turns/${index}`;
  const list = (turn.tools ?? []) as Record<string, unknown>[];
  const tools = list.flatMap((tool, number) => {
    const checked = checkTool(tool, `${path}/tools/${number}`);
    if (!('message' in checked)) return [checked];
    problems.push(checked);
    return [];
  });
  const repeat = (turn.repeat as number | undefined) ?? 1;
  return { ...(turn as Omit<CheckedTurn, 'tools' | 'repeat'>), tools, repeat, path, place: source.place };
}

function checkTool(tool: Record<string, unknown>, path: string): CheckedTool | Problem {
  const { as, ...rest } = tool;
  if (as !== undefined && (typeof as !== 'string' || !/^[A-Za-z_][\w-]*$/.test(as)))
    return { path: `${path}/as`, message: `must be a name of letters, digits, _ and -, is ${JSON.stringify(as)}` };
  const long = 'name' in rest;
  const keys = Object.keys(rest);
  const strange = long ? keys.find((key) => key !== 'name' && key !== 'input') : undefined;
  if (strange !== undefined)
    return { path: `${path}/${strange}`, message: 'is not known; a tool with "name" has name, input and as' };
  if (!long && keys.length !== 1)
    return {
      path,
      message: `must be one tool, as { Read: { file_path: x } }; it has ${keys.length === 0 ? 'none' : keys.join(', ')}`,
    };
  const name: unknown = long ? rest.name : keys[0];
  const at = `${path}/${long ? 'input' : keys[0]}`;
  if (typeof name !== 'string' || !/^[\w-]{1,128}$/.test(name))
    return { path, message: `${JSON.stringify(name)} is not a tool name` };
  const input = (long ? rest.input : rest[name]) ?? {};
  if (typeof input !== 'object' || Array.isArray(input))
    return { path: at, message: `must be the tool's input, an object, is ${JSON.stringify(input)}` };
  return { name, input, as, path: at };
}

/** Syntax, and names that no earlier turn gives. */
function checkPlaceholders(turns: readonly CheckedTurn[], problems: Problem[]): void {
  const known = new Set<string>();
  for (const turn of turns) {
    for (const [path, text] of stringsOf(turn)) {
      const { parts, problems: found } = parsePlaceholders(text);
      for (const { raw, message } of found) problems.push({ path, message, text: raw });
      for (const part of parts) {
        if (typeof part === 'string' || part.name === undefined || /^\d+$/.test(part.name) || known.has(part.name)) continue;
        const names = [...known].join(', ') || 'none';
        problems.push({
          path,
          message: `${part.raw} reads "${part.name}", which no earlier turn names; named so far: ${names}`,
          text: part.raw,
        });
      }
    }
    for (const { as } of turn.tools) if (as !== undefined) known.add(as);
  }
}

/** All strings of a turn that may hold placeholders, with their paths. */
function stringsOf(turn: CheckedTurn): [path: string, text: string][] {
  const found: [string, string][] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.push([path, value]);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, `${path}/${key}`);
  };
  walk(turn.text, `${turn.path}/text`);
  for (const tool of turn.tools) walk(tool.input, tool.path);
  return found;
}
