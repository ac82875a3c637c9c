import { pathToFileURL } from 'node:url';
import { isObject } from '@loadout/core';
import { linesOf, type PositionEncoding, toCharacter } from '../files/position.js';
import type { LanguageServer } from '../server/language-server.js';
import { givesDiagnostics, hasCommand } from '../server/offers.js';
import type { Shown } from '../server/open-documents.js';
import { isCount, oneLine, startOf } from '../server/untrusted.js';

const TSSERVER = 'typescript.tsserverRequest';

export interface ShownFile {
  /** A real path. */
  readonly path: string;
  readonly text: string;
  /** How the server was shown it, just now. */
  readonly shown: Shown;
  readonly wait: { readonly signal: AbortSignal; readonly deadline: number };
}

/**
 * The problems of a file that a server was shown: asked for where that can be, else those that it sends in time.
 * `undefined`: none came.
 */
export async function currentProblems(server: LanguageServer, file: ShownFile): Promise<readonly Problem[] | undefined> {
  const { path, text, shown, wait } = file;
  const shape = { lines: linesOf(text), encoding: server.encoding };
  if (givesDiagnostics(server.offers)) {
    const params = { textDocument: { uri: pathToFileURL(path).href } };
    const answer = await ask(server, { method: 'textDocument/diagnostic', params, wait });
    return isObject(answer) && Array.isArray(answer.items) ? problemsOf(answer.items, shape) : undefined;
  }
  if (hasCommand(server.offers, TSSERVER)) return askTsserver(server, file);
  const { version } = shown;
  const published = shown.isNews
    ? await server.diagnostics.next(path, { version, ...wait })
    : (server.diagnostics.last(path) ?? { diagnostics: [] });
  return published === undefined ? undefined : problemsOf(published.diagnostics, shape);
}

interface Asked {
  readonly method: string;
  readonly params: object;
  readonly wait: ShownFile['wait'];
}

/** Asks for diagnostics, which are an addition to a finished result: a failure must not affect that result. */
async function ask(server: LanguageServer, { method, params, wait: { signal, deadline } }: Asked): Promise<unknown> {
  const timeout = Math.max(1, deadline - performance.now()) / 1000;
  return server.request(method, { params, wait: { signal, timeout } }).catch(() => undefined);
}

/** Asks typescript-language-server. It publishes nothing for a file without problems, so waiting has no end; a request does. */
async function askTsserver(server: LanguageServer, { path, wait }: ShownFile): Promise<readonly Problem[] | undefined> {
  const commands = ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync'];
  const answers = await Promise.all(
    commands.map((command) =>
      ask(server, {
        method: 'workspace/executeCommand',
        params: { command: TSSERVER, arguments: [command, { file: path }] },
        wait,
      }),
    ),
  );
  const bodies = answers.flatMap((answer) => (isObject(answer) && Array.isArray(answer.body) ? [answer.body] : []));
  if (bodies.length < commands.length) return undefined;
  return bodies.flat().flatMap((one: unknown) => tsserverProblem(one) ?? []);
}

function tsserverProblem(one: unknown): Problem | undefined {
  if (!isObject(one) || !isObject(one.start) || !isCount(one.start.line) || !isCount(one.start.offset)) return undefined;
  if (typeof one.text !== 'string' || (one.category !== 'error' && one.category !== 'warning')) return undefined;
  const { line, offset: character } = one.start;
  return { line, character, severity: one.category, message: oneLine(one.text, 300), source: `ts ${String(one.code)}` };
}

/** An error or a warning that a server found in a file. */
export interface Problem {
  readonly line: number;
  readonly character: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The source of the problem and its code, such as `ts 2322`. */
  readonly source: string;
}

/** Hints and information are left out. Without a severity it is an error, as the protocol leaves it to the client. */
function problemsOf(
  diagnostics: readonly unknown[],
  { lines, encoding }: { readonly lines: readonly string[]; readonly encoding: PositionEncoding },
): readonly Problem[] {
  return diagnostics.flatMap((one: unknown) => {
    const place = isObject(one) ? startOf(one.range) : undefined;
    if (place === undefined || !isObject(one) || typeof one.message !== 'string') return [];
    const { severity = 1 } = one;
    if (severity !== 1 && severity !== 2) return [];
    const character = toCharacter(lines[place.line] ?? '', { units: place.character, encoding });
    const problem: Problem = {
      line: place.line + 1,
      character,
      severity: severity === 1 ? 'error' : 'warning',
      message: oneLine(one.message, 300),
      source: oneLine(
        [one.source, one.code].filter((part) => typeof part === 'string' || typeof part === 'number').join(' '),
        60,
      ),
    };
    return [problem];
  });
}

/** Problems of `after` that are not in `before`, wherever they were: lines move when a file is edited. */
export function newProblems(after: readonly Problem[], before: readonly Problem[]): readonly Problem[] {
  const known = new Map<string, number>();
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1);
  return after.filter((problem) => {
    const count = known.get(keyOf(problem)) ?? 0;
    known.set(keyOf(problem), count - 1);
    return count <= 0;
  });
}

const keyOf = ({ severity, source, message }: Problem) => JSON.stringify([severity, source, message]);
