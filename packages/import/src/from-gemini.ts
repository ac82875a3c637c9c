import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { child, isMap, type MapNode, type Node, type Path, type Place } from '@loadout/config/documents';
import { readCommands } from './docker-permissions.js';
import type { Draft } from './draft.js';
import { readGeminiServers } from './gemini-servers.js';
import { projectFile, projectOf } from './project-file.js';
import {
  becomes,
  entriesOf,
  type Field,
  given,
  instructionsOf,
  itemsOf,
  numberOf,
  type Reader,
  readFields,
  sets,
  textOf,
  textsOf,
} from './read-fields.js';

/** Its tools, by their names and by those of their classes. Every agent has them that no key takes away. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  read_file: ['Read'],
  ReadFileTool: ['Read'],
  read_many_files: ['Read'],
  ReadManyFilesTool: ['Read'],
  write_file: ['Write'],
  WriteFileTool: ['Write'],
  replace: ['Edit'],
  EditTool: ['Edit'],
  list_directory: ['Glob'],
  LSTool: ['Glob'],
  glob: ['Glob'],
  GlobTool: ['Glob'],
  search_file_content: ['Grep'],
  grep_search: ['Grep'],
  GrepTool: ['Grep'],
  run_shell_command: ['Bash'],
  ShellTool: ['Bash'],
  web_fetch: ['WebFetch'],
  WebFetchTool: ['WebFetch'],
  google_web_search: ['WebSearch'],
  WebSearchTool: ['WebSearch'],
  write_todos: ['TodoWrite'],
};

const MODES: Readonly<Record<string, string>> = { auto_edit: 'acceptEdits', plan: 'plan' };
const SCREEN = null;

interface Found {
  model?: string | undefined;
  turns?: number | undefined;
  core?: readonly string[] | undefined;
  readonly off: string[];
  readonly files: string[];
  allowed?: readonly string[] | undefined;
  readonly excluded: string[];
}

/** Converts a settings.json of Gemini CLI to one agent. Reads the present form and the flat one before it. */
export function fromGemini(document: MapNode, draft: Draft): void {
  const found: Found = { off: [], files: [], excluded: [] };
  readFields(document, fieldsOf(found, draft), { draft, path: [] });
  const servers = readGeminiServers(child(document, 'mcpServers'), { found, draft });
  const usual =
    basename(draft.folder) === '.gemini' && existsSync(join(projectOf(draft.folder, '.gemini'), 'GEMINI.md'))
      ? ['GEMINI.md']
      : [];
  const files = found.files.length > 0 ? found.files : usual;
  const own = found.core ?? Object.values(TOOLS).flat();
  const tools = [...new Set(own)].filter((tool) => !found.off.includes(tool));
  draft.agents.set(
    'gemini',
    given({
      model: found.model,
      instructions: instructionsOf(files.map((file) => ({ file }))),
      tools: [...draft.mount(tools), ...servers],
      limits: found.turns === undefined ? undefined : { turns: found.turns },
    }),
  );
}

type Inner = (fields: Readonly<Record<string, Field>>) => Reader;

const innerOf =
  (draft: Draft): Inner =>
  (fields) =>
  (node, path) =>
    readFields(node, fields, { draft, path });

/** The readers of keys, by what they are about: both forms of the file have the same ones. */
function readersOf(found: Found, draft: Draft) {
  const inner = innerOf(draft);
  const positive = (node: Node) => ((numberOf(node) ?? -1) > 0 ? numberOf(node) : undefined);
  const turns = becomes('agents.gemini.limits.turns', sets(found, 'turns', positive), draft);
  const model: Reader = (node, path, place) => {
    const nested = { name: model, maxSessionTurns: turns, summarizeToolOutput: null, compressionThreshold: null };
    if (isMap(node)) return inner(nested)(node, path, place);
    found.model = `google/${textOf(node)}`;
    draft.gain(path, place, 'agents.gemini.model');
  };
  const tools = (target: string, read: (node: Node, path: Path) => void) => becomes(target, read, draft);
  return {
    turns,
    model,
    files: becomes('agents.gemini.instructions', (node, path) => found.files.push(...filesIn(node, path, draft)), draft),
    core: tools('agents.gemini.tools', (node, path) => (found.core = toolsIn(node, path, { draft }))),
    exclude: tools('agents.gemini.tools', (node, path) => {
      found.off.push(...toolsIn(node, path, { draft, behavior: 'deny' }));
    }),
    allowed: tools('permissions.allow', (node, path) => void toolsIn(node, path, { draft, behavior: 'allow' })),
    ask: tools('permissions.ask', (node, path) => void toolsIn(node, path, { draft, behavior: 'ask' })),
    sandbox: becomes('sandbox', (node) => (draft.sandbox = textOf(node) === 'false' ? undefined : { use: 'bubblewrap' }), draft),
    mode: (node: Node, path: Path, place: Place) => readMode(node, { path, place, draft }),
    allowServers: sets(found, 'allowed', textsOf),
    excludeServers: (node: Node) => void found.excluded.push(...textsOf(node)),
  };
}

function filesIn(node: Node, path: Path, draft: Draft): readonly string[] {
  const project = projectOf(draft.folder, '.gemini');
  return itemsOf(node, path).flatMap((item) => projectFile(item.node, item.path, { base: project, project, draft })?.file ?? []);
}

function readMode(
  node: Node,
  { path, place, draft }: { readonly path: Path; readonly place: Place; readonly draft: Draft },
): void {
  const mode = MODES[textOf(node) ?? ''];
  if (mode === undefined) return;
  draft.permissions = { ...draft.permissions, mode };
  draft.gain(path, place, 'permissions.mode');
}

function fieldsOf(found: Found, draft: Draft): Readonly<Record<string, Field>> {
  const inner = innerOf(draft);
  const { model, turns, files, core, exclude, allowed, ask, sandbox, mode, allowServers, excludeServers } = readersOf(
    found,
    draft,
  );
  return {
    ...{ $schema: null, mcpServers: () => {}, model, contextFileName: files, maxSessionTurns: turns },
    ...{
      coreTools: core,
      excludeTools: exclude,
      allowedTools: allowed,
      allowMCPServers: allowServers,
      excludeMCPServers: excludeServers,
    },
    context: inner({ fileName: files, includeDirectories: FOLDERS, ...CONTEXT }),
    tools: inner({ core, exclude, allowed, confirmationRequired: ask, sandbox, ...TOOL_KEYS }),
    mcp: inner({ allowed: allowServers, excluded: excludeServers, serverCommand: 'write the server under mcpServers' }),
    general: inner({ defaultApprovalMode: mode, ...GENERAL }),
    sandbox,
    ...OTHERS,
  };
}

const FOLDERS = 'write permissions.additionalDirectories';
const OTHERS: Readonly<Record<string, Field>> = {
  ...{ ui: SCREEN, theme: SCREEN, ide: SCREEN, privacy: null, output: SCREEN, preferredEditor: SCREEN, vimMode: SCREEN },
  ...{ selectedAuthType: null, security: 'keys come from variables; trust is given with loadout trust', autoAccept: null },
  ...{ telemetry: 'mount @loadout/otel', hooks: 'write hooks; the events are in the reference' },
  ...{ extensions: 'extensions are not read; write their servers and instructions', includeDirectories: FOLDERS },
  ...{ advanced: null, experimental: null, hideTips: SCREEN, hideBanner: SCREEN, usageStatisticsEnabled: null },
  ...{ bugCommand: null, checkpointing: null, fileFiltering: null },
};
const DISCOVERY = 'write the programs as tools, with their arguments';
const CONTEXT: Readonly<Record<string, Field>> = {
  importFormat: null,
  discoveryMaxDirs: null,
  loadMemoryFromIncludeDirectories: null,
  fileFiltering: null,
};
const TOOL_KEYS: Readonly<Record<string, Field>> = {
  ...{ discoveryCommand: DISCOVERY, callCommand: DISCOVERY, useRipgrep: null, shell: null, autoAccept: null },
  ...{ truncateToolOutputThreshold: null, truncateToolOutputLines: null, enableToolOutputTruncation: null },
};
const GENERAL: Readonly<Record<string, Field>> = {
  ...{ vimMode: SCREEN, preferredEditor: SCREEN, disableAutoUpdate: null, disableUpdateNag: null, checkpointing: null },
  ...{
    enableAutoUpdate: null,
    previewFeatures: null,
    sessionRetention: null,
    enablePromptCompletion: SCREEN,
    debugKeystrokeLogging: null,
  },
};

/** Reads a list such as `[read_file, "run_shell_command(git)"]`. With a behavior, each item becomes a rule; a bare name is returned too. */
function toolsIn(
  node: Node,
  path: Path,
  { draft, behavior }: { readonly draft: Draft; readonly behavior?: 'allow' | 'ask' | 'deny' },
): readonly string[] {
  return itemsOf(node, path).flatMap(({ node: item, path: at }) => {
    const [, name = '', words] = /^(\w+)(?:\((.*)\))?$/s.exec(textOf(item) ?? '') ?? [];
    const tools = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
    if (tools === undefined) return draft.lose(at, item.place, `there is no tool ${JSON.stringify(textOf(item) ?? '')}`) ?? [];
    const isCommand = words !== undefined && tools[0] === 'Bash';
    const rule = isCommand ? readCommands(`${words}*`, behavior ?? 'allow') : undefined;
    if (isCommand) draft.rule(behavior ?? 'allow', rule === undefined ? [] : [rule]);
    else if (behavior !== undefined) draft.rule(behavior, tools);
    return isCommand && behavior !== undefined ? [] : tools;
  });
}

/** Whether a document has keys that only a settings.json of Gemini CLI has. */
export function isGemini(document: MapNode): boolean {
  const servers = [...entriesOf(child(document, 'mcpServers')).values()];
  const keys = ['contextFileName', 'coreTools', 'excludeTools', 'selectedAuthType', 'allowMCPServers', 'maxSessionTurns'];
  const isNested = ['general', 'context', 'security', 'ui'].some((key) => isMap(child(document, key)));
  return (
    keys.some((key) => document.entries.has(key)) ||
    (isNested && !document.entries.has('name')) ||
    (textOf(child(document, '$schema')) ?? '').includes('gemini-cli') ||
    servers.some(({ value }) => ['httpUrl', 'trust', 'includeTools'].some((key) => entriesOf(value).has(key)))
  );
}
