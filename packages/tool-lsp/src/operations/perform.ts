import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isObject, type ToolOutput } from '@loadout/core';
import { errors } from '../errors.js';
import type { TextFile } from '../files/text-file.js';
import type { LspInput } from '../lsp-input.js';
import type { LanguageServer, Wait } from '../server/language-server.js';
import { type Operation, offered } from '../server/offers.js';
import { oneLine } from '../server/untrusted.js';
import { locationsOf } from './locations.js';
import { pointAt } from './position.js';
import { type Entry, type Found, report } from './report.js';
import type { ResultFiles } from './result-files.js';
import { callEntries, callItem, documentSymbols, workspaceSymbols } from './symbols.js';

const MOST_CHARS = 10_000;

/** The text of a hover in any form; empty if there is none. */
function hoverText(answer: unknown): string {
  const contents = isObject(answer) ? answer.contents : undefined;
  const parts = Array.isArray(contents) ? contents : [contents];
  const text = parts
    .map(partText)
    .filter(Boolean)
    .join('\n\n')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}\n(cut after ${MOST_CHARS} characters)`;
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isObject(part) || typeof part.value !== 'string') return '';
  return typeof part.language === 'string' ? `\`\`\`${part.language}\n${part.value}\n\`\`\`` : part.value;
}

export interface Job {
  readonly input: LspInput;
  readonly file: TextFile & { readonly languageId: string };
  readonly files: ResultFiles;
  readonly wait: Wait;
}

const MOST_ITEMS = 10;
const ASK_AGAIN_MS = 150;

/**
 * Asks a server that runs. It is shown the file first, and every other one that changed since it was shown. A server that has
 * just started and finds nothing is asked again.
 */
export async function perform(server: LanguageServer, job: Job): Promise<ToolOutput> {
  assertOffered(server, job.input.operation);
  server.refresh();
  server.documents.show(job.file);
  for (;;) {
    const found = await find(server, job);
    if (!found.isEmpty || !server.readiness.isSettling) return found.output;
    if (job.wait.signal.aborted) return found.output;
    await pause(ASK_AGAIN_MS);
  }
}

async function find(server: LanguageServer, job: Job): Promise<{ readonly isEmpty: boolean; readonly output: ToolOutput }> {
  const { operation, query = '' } = job.input;
  if (operation === 'hover') return hover(server, job);
  const isSearch = operation === 'workspaceSymbol';
  const entries = isSearch ? await findSymbols(server, { query, wait: job.wait }) : await entriesOf(server, job);
  const answer = { operation, servers: [server.title], entries, nothing: nothingSaid(job) };
  return { isEmpty: entries.length === 0, output: report(answer, job.files) };
}

/** Finds symbols in the servers that offer the search. */
export async function findSymbols(server: LanguageServer, { query, wait }: { readonly query: string; readonly wait: Wait }) {
  return asEntries(server, workspaceSymbols(await server.request('workspace/symbol', { params: { query }, wait })));
}

async function entriesOf(server: LanguageServer, job: Job): Promise<readonly Entry[]> {
  const { file, wait, input } = job;
  const uri = pathToFileURL(file.path).href;
  const textDocument = { uri };
  const ask = (method: string, params: object) => server.request(method, { params, wait });
  const locations = async (method: string, more: object = {}) =>
    locationsOf(await ask(method, { ...pointOf(server, job), ...more })).map((one) => ({ ...one, encoding: server.encoding }));
  switch (input.operation) {
    case 'goToDefinition':
      return locations('textDocument/definition');
    case 'goToImplementation':
      return locations('textDocument/implementation');
    case 'findReferences':
      return locations('textDocument/references', { context: { includeDeclaration: true } });
    case 'documentSymbol':
      return asEntries(server, documentSymbols(await ask('textDocument/documentSymbol', { textDocument }), { uri }));
    default:
      return calls(server, job);
  }
}

async function calls(server: LanguageServer, job: Job): Promise<readonly Entry[]> {
  const { encoding } = server;
  const { wait, input } = job;
  const prepared = await server.request('textDocument/prepareCallHierarchy', { params: pointOf(server, job), wait });
  const items = (Array.isArray(prepared) ? prepared : []).slice(0, MOST_ITEMS).flatMap((item: unknown) => {
    const found = callItem(item);
    return found === undefined ? [] : [{ item, found }];
  });
  if (input.operation === 'prepareCallHierarchy')
    return asEntries(
      server,
      items.map(({ found }) => found),
    );
  const isIncoming = input.operation === 'incomingCalls';
  const entries: Entry[] = [];
  for (const { item, found } of items) {
    const method = isIncoming ? 'callHierarchy/incomingCalls' : 'callHierarchy/outgoingCalls';
    const answer = await server.request(method, { params: { item }, wait });
    entries.push(...callEntries(answer, { item: found, direction: isIncoming ? 'from' : 'to', encoding }));
  }
  return entries;
}

async function hover(server: LanguageServer, job: Job): ReturnType<typeof find> {
  const answer = await server.request('textDocument/hover', { params: pointOf(server, job), wait: job.wait });
  const text = hoverText(answer);
  const isEmpty = text === '';
  const structuredContent = { operation: 'hover', servers: [server.title], total: isEmpty ? 0 : 1, text };
  return { isEmpty, output: { content: isEmpty ? nothingSaid(job) : text, structuredContent } };
}

const asEntries = ({ encoding }: LanguageServer, found: readonly Found[]): readonly Entry[] =>
  found.map((one) => ({ uri: one.uri, place: one.place, encoding, symbol: one }));

function pointOf(server: LanguageServer, { input, file }: Job) {
  const { line = 1, character, query } = input;
  const position = pointAt({ line, character, query }, file).toPlace(server.encoding);
  return { textDocument: { uri: pathToFileURL(file.path).href }, position };
}

function assertOffered(server: LanguageServer, operation: Operation): void {
  const all = offered(server.offers);
  if (!all.includes(operation)) throw errors.LSP_NOT_OFFERED({ server: server.title, operation, offered: all });
}

const NOUNS: Readonly<Record<Operation, string>> = {
  goToDefinition: 'definition',
  findReferences: 'references',
  hover: 'information',
  documentSymbol: 'symbols',
  workspaceSymbol: 'symbols',
  goToImplementation: 'implementation',
  prepareCallHierarchy: 'function that calls or is called',
  incomingCalls: 'calls of it',
  outgoingCalls: 'calls in it',
};

/** Names the position in an empty answer, so that a wrong column is noticed. */
function nothingSaid({ input, file, files }: Job): string {
  const { operation, query = '', line } = input;
  const shown = files.show(file.path);
  if (operation === 'workspaceSymbol') return `No symbols found for ${JSON.stringify(query)}.`;
  if (operation === 'documentSymbol' || line === undefined) return `No ${NOUNS[operation]} found in ${shown}.`;
  const { text, character } = pointAt({ ...input, line }, file);
  return `No ${NOUNS[operation]} found at ${shown}:${line}:${character}: ${oneLine(text)}`;
}
