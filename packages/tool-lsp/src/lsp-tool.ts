import {
  type AnyTool,
  defineTool,
  isLoadoutError,
  permittedPath,
  Sandbox,
  type ToolContext,
  type ToolOutput,
} from '@loadout/core';
import { errors } from './errors.js';
import { locate, rootOf } from './files/path.js';
import { readTextFile } from './files/text-file.js';
import { chooseProgram } from './languages/choose-program.js';
import { serverFor } from './languages/known-servers.js';
import type { LanguageEntry } from './languages/language-table.js';
import { inputProblem, inputSchema, type LspInput } from './lsp-input.js';
import { type Entry, report } from './operations/report.js';
import { ResultFiles } from './operations/result-files.js';
import type { LspOptions } from './options.js';
import { offered } from './server/offers.js';
import type { Sessions } from './session/sessions.js';

export interface LspParts {
  readonly options: LspOptions;
  readonly servers: readonly LanguageEntry[];
  readonly sessions: Sessions;
}

export function lspTool(parts: LspParts): AnyTool {
  return defineTool({
    name: 'LSP',
    description:
      'Asks a language server about code: exact where Grep guesses. goToDefinition, findReferences, goToImplementation, hover (type and documentation), prepareCallHierarchy, incomingCalls and outgoingCalls need file_path, line, and character or query; documentSymbol needs file_path; workspaceSymbol needs query, and file_path of any file of the language unless its server runs. Results are lines path:line:character text, at most 200. The first call of a language starts its server and takes seconds.',
    inputSchema,
    paths: ['file_path'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isConcurrencySafe: true,
    maxResultChars: 50_000,
    validateInput: inputProblem,
    access: (input, context) => [{ kind: 'read', path: locate(input.file_path ?? '.', context) }],
    call: async (input, context) => {
      try {
        return await (input.file_path === undefined ? searchRunning(input, { context, parts }) : ask(input, { context, parts }));
      } catch (error) {
        return await orSearch(error, { input, context, parts });
      }
    },
  });
}

/** The errors that mean: there is no server to ask. */
const NO_SERVER = new Set(['LSP_LANGUAGE_UNKNOWN', 'LSP_SERVER_MISSING', 'LSP_SANDBOXED', 'LSP_NOTHING_RUNS']);

/** Searches the text of files in place of a server that cannot be asked, if the options say so. Source: G10. */
async function orSearch(error: unknown, { input, context, parts }: Call & { readonly input: LspInput }): Promise<ToolOutput> {
  if (!parts.options.textSearch || !isLoadoutError(error) || !NO_SERVER.has(error.code)) throw error;
  const file = input.file_path === undefined ? undefined : permittedPath(context, 'read');
  const root = file === undefined ? (context.roots[0] ?? context.cwd) : rootOf(file, context.roots);
  const { searchText } = await import('./operations/text-search.js');
  const found = searchText(input, { context, root, file, why: error.message });
  if (found === undefined) throw error;
  return found;
}

interface Call {
  readonly context: ToolContext;
  readonly parts: LspParts;
}

function ask(input: LspInput, { context, parts }: Call): Promise<ToolOutput> {
  const path = permittedPath(context, 'read');
  const { entry, languageId } = serverFor(path, parts.servers);
  const root = rootOf(path, context.roots);
  const { projectServers } = parts.options;
  const file = { ...readTextFile(path), languageId };
  const files = new ResultFiles(context);
  return parts.sessions.of(context).use(
    { name: entry.name, root },
    {
      program: () => {
        const program = chooseProgram(entry, { env: context.env, roots: context.roots, projectServers });
        // A language server would run outside the sandbox, so it is not started.
        if (context.find(Sandbox) !== undefined) throw errors.LSP_SANDBOXED({ server: program.title });
        context.progress(`Starting ${program.title}`);
        return program;
      },
      signal: context.signal,
      work: async (server) => {
        const { perform } = await import('./operations/perform.js');
        return perform(server, { input, file, files, wait: context });
      },
    },
  );
}

/** Asks all running servers, because without a file the language is unknown. */
async function searchRunning({ query = '', operation }: LspInput, { context, parts }: Call): Promise<ToolOutput> {
  const running = parts.sessions
    .of(context)
    .running()
    .filter(({ server, root }) => context.roots.includes(root) && offered(server.offers).includes('workspaceSymbol'));
  if (running.length === 0) throw errors.LSP_NOTHING_RUNS({});
  const { findSymbols } = await import('./operations/perform.js');
  const entries: Entry[] = [];
  for (const { server } of running) {
    server.refresh();
    entries.push(...(await findSymbols(server, { query, wait: context })));
  }
  const servers = running.map(({ server }) => server.title);
  const nothing = `No symbols found for ${JSON.stringify(query)}.`;
  return report({ operation, servers, entries, nothing }, new ResultFiles(context));
}
