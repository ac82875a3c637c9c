import { readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isObject } from '@loadout/core';
import { isToolUse, type Message, type ToolResultBlock, type ToolUseBlock, textOf } from '@loadout/core/model';
import type { FileStore, SessionPlace, SessionRecord } from '@loadout/sessions';

/** The facts of a session that its test needs. */
export interface SessionFacts {
  readonly id: string;
  readonly agent: string;
  readonly prompts: readonly string[];
  /** The text of the last answer. */
  readonly answer: string;
  /** The answers of the model as turns of a script, by agent. */
  readonly scripts: Readonly<Record<string, readonly object[]>>;
  readonly calls: readonly SessionCall[];
  /** Contents of files as the model first read them. */
  readonly files: Readonly<Record<string, string>>;
}

export interface SessionCall {
  readonly tool: string;
  readonly input: unknown;
  /** The outcome, as the journal names it. Absent: the call did not end. */
  readonly outcome?: string | undefined;
  readonly text: string;
}

const MOST_FILES = 50;
const MOST_CHARS = 20_000;

/** Reads a session and the sessions of its subagents. Paths in its folder are written relative to it. */
export function readSession(store: FileStore, place: SessionPlace): SessionFacts {
  const records = store.read(place);
  const header = records.find(({ t }) => t === 'session');
  const cwd = header?.t === 'session' ? header.cwd : '';
  const agent = header?.t === 'session' ? header.agent : '';
  const below = store.under(place);
  const parts = [records, ...below.list().map((one) => below.read(one))].map((list) => shortPaths(list, cwd));
  const scripts: Record<string, readonly object[]> = {};
  for (const list of parts) {
    const [first] = list;
    const name = first?.t === 'session' ? first.agent : agent;
    scripts[name] ??= turnsIn(list);
  }
  const calls = parts.flatMap(callsIn);
  const [own = []] = parts;
  const answer = messagesIn(own).findLast(({ role }) => role === 'assistant');
  const text = answer === undefined ? '' : textOf(answer);
  return { id: place.id, agent, prompts: promptsIn(own), answer: text, scripts, calls, files: filesIn(calls, cwd) };
}

/** Replaces the folder of the session in all texts. */
function shortPaths(records: readonly SessionRecord[], cwd: string): readonly SessionRecord[] {
  const text = JSON.stringify(records);
  const folder = JSON.stringify(cwd).slice(1, -1);
  return JSON.parse(text.replaceAll(`${folder}/`, '')) as readonly SessionRecord[];
}

const messagesIn = (records: readonly SessionRecord[]): readonly Message[] =>
  records.flatMap((record) => (record.t === 'message' ? [record.message] : []));

function promptsIn(records: readonly SessionRecord[]): readonly string[] {
  return records.flatMap((record) => {
    if (record.t !== 'asked') return [];
    return [typeof record.prompt === 'string' ? record.prompt : textOf({ content: record.prompt })];
  });
}

function turnsIn(records: readonly SessionRecord[]): readonly object[] {
  return messagesIn(records)
    .filter(({ role }) => role === 'assistant')
    .map((message) => {
      const text = textOf(message);
      const tools = message.content.filter(isToolUse).map(({ name, input }) => ({ [name]: input }));
      return { ...(text === '' ? {} : { text: escaped(text) }), ...(tools.length === 0 ? {} : { tools: escapedAll(tools) }) };
    });
}

/** Braces in an answer are no placeholders of a script. */
const escaped = (text: string) => text.replaceAll('{{', '{ {');
const escapedAll = <T>(value: T): T => JSON.parse(escaped(JSON.stringify(value))) as T;

function callsIn(records: readonly SessionRecord[]): readonly SessionCall[] {
  const ended = new Map(records.flatMap((record) => (record.t === 'ended' ? [[record.id, record]] : [])));
  return messagesIn(records)
    .flatMap(({ content }) => content.filter(isToolUse))
    .map(({ id, name, input }: ToolUseBlock) => {
      const end = ended.get(id);
      return { tool: name, input, outcome: end?.outcome, text: end === undefined ? '' : resultText(end.block) };
    });
}

const resultText = ({ content }: ToolResultBlock): string =>
  typeof content === 'string'
    ? content
    : content.map((part) => ('text' in (part as object) ? String((part as { text: unknown }).text) : '')).join('\n');

/** The files that the model read, from the first whole reading of each, else as they are now. */
function filesIn(calls: readonly SessionCall[], cwd: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const { tool, input, outcome, text } of calls) {
    const { file_path: path, offset } = isObject(input) ? input : {};
    if (tool !== 'Read' || outcome !== 'done' || typeof path !== 'string' || path.startsWith('/')) continue;
    if (Object.hasOwn(files, path) || Object.keys(files).length >= MOST_FILES) continue;
    const content = (offset === undefined ? numbered(text) : undefined) ?? onDisk(cwd, path);
    if (content !== undefined && content.length <= MOST_CHARS) files[path] = content;
  }
  return files;
}

/** Returns the text behind the line numbers of a reading; `undefined` if a line has none, or lines are missing. */
function numbered(text: string): string | undefined {
  const lines = text.split('\n').map((line) => /^ *(\d+)\t(.*)$/.exec(line));
  if (lines.some((line, index) => line?.[1] !== String(index + 1))) return undefined;
  return `${lines.map((line) => line?.[2]).join('\n')}\n`;
}

function onDisk(cwd: string, path: string): string | undefined {
  const file = join(cwd, path);
  if (relative(cwd, file).startsWith('..') || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return readFileSync(file, 'utf8').slice(0, MOST_CHARS + 1);
}
