import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { MapNode, Node, Path } from '@loadout/config/documents';
import { readCodexServers } from './codex-servers.js';
import { plainText } from './convert-text.js';
import { type Draft, slug } from './draft.js';
import { type ModelFields, unspoken } from './import-model.js';
import { importProvider, type OwnServer } from './import-provider.js';
import { projectFile, projectOf } from './project-file.js';
import { becomes, entriesOf, type Field, given, instructionsOf, numberOf, readFields, textOf, textsOf } from './read-fields.js';

const TOOLS = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'TodoWrite'];
const SCREEN = null;
const LATER: Field = () => {};

/** Converts a config.toml of Codex: an agent of the file, and one for each of its profiles. */
export function fromCodex(document: MapNode, draft: Draft): void {
  const told: unknown[] = [];
  const tools = [...TOOLS];
  const servers = readCodexServers(document.entries.get('mcp_servers')?.value, draft);
  const project = projectOf(draft.folder, '.codex');
  const agents = basename(draft.folder) === '.codex' && existsSync(join(project, 'AGENTS.md')) ? [{ file: 'AGENTS.md' }] : [];
  const prompt: Field = (node, path, place) => {
    const found = projectFile(node, path, { base: draft.folder, project, draft });
    if (found === undefined) return;
    told.push(found);
    draft.gain(path, place, 'agents.codex.instructions');
  };
  readFields(
    document,
    {
      ...modelFields('agents.codex.model', draft),
      developer_instructions: becomes('agents.codex.instructions', (node) => told.push(plainText(textOf(node) ?? '')), draft),
      ...{ model_instructions_file: prompt, experimental_instructions_file: prompt },
      web_search: becomes('agents.codex.tools', (node) => tools.push(...searchOf(node)), draft),
      tools: (node, path) =>
        readFields(
          node,
          { web_search: becomes('agents.codex.tools', (one) => tools.push(...searchOf(one)), draft), view_image: null },
          { draft, path },
        ),
      ...{ mcp_servers: LATER, model_providers: (node: Node, path: Path) => readProviders(node, path, draft) },
      ...{ approval_policy: LATER, sandbox_mode: LATER, sandbox_workspace_write: LATER, profiles: LATER, profile: LATER },
      ...NOT_TAKEN,
    },
    { draft, path: [] },
  );
  readAccess(document, draft);
  const instructions = instructionsOf([...told, ...agents]);
  const agent = { instructions, tools: [...draft.mount([...new Set(tools)]), ...servers] };
  draft.agents.set('codex', given({ model: modelOf('codex', { document, map: document, path: [], draft }), ...agent }));
  for (const [name, { value }] of entriesOf(document.entries.get('profiles')?.value))
    draft.agents.set(slug(name, 'profile'), given({ model: readProfile(name, { document, value, draft }), ...agent }));
}

const searchOf = (node: Node): readonly string[] =>
  ['false', 'disabled'].includes(textOf(node) ?? 'false') ? [] : ['WebSearch'];

const NOT_TAKEN: Readonly<Record<string, Field>> = {
  ...{ tui: SCREEN, file_opener: SCREEN, hide_agent_reasoning: SCREEN, show_raw_agent_reasoning: SCREEN, history: SCREEN },
  ...{ disable_paste_burst: SCREEN, check_for_update_on_startup: SCREEN, model_reasoning_summary: SCREEN, notice: SCREEN },
  ...{ cli_auth_credentials_store: null, forced_login_method: null, preferred_auth_method: null, chatgpt_base_url: null },
  ...{ projects: null, project_doc_max_bytes: null, project_doc_fallback_filenames: null, analytics: null, feedback: null },
  model_verbosity: 'write the field of the request under models.<name>.extra',
  agents: 'write each as an agent, and name it under subagents',
  default_permissions: 'write permissions and sandbox',
  permissions: 'write permissions and sandbox',
  features: 'switches of Codex have no counterpart',
  hooks: 'write hooks; the events are in the reference',
  notify: 'write a hook for Notification or Stop',
  otel: 'mount @loadout/otel',
  plugins: 'loadout add reads plugins of Codex',
  marketplaces: 'write marketplaces; loadout add reads plugins of Codex',
  shell_environment_policy: 'write env in the options of the mounted shell',
  skills: 'skills in .agents/skills are read with compat: [skills]',
};

const modelFields = (target: string, draft: Draft): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    ['model', 'model_provider', 'model_reasoning_effort', 'model_context_window', 'model_max_output_tokens'].map((key) => [
      key,
      becomes(target, () => {}, draft),
    ]),
  );

interface Chosen {
  /** The file, whose keys count where a profile has none. */
  readonly document: MapNode;
  readonly map: Node;
  readonly path: Path;
  readonly draft: Draft;
}

/** The model of the file or of a profile. One with options has a name of its own. */
function modelOf(name: string, { document, map, path, draft }: Chosen): string | undefined {
  const of = (key: string) => entriesOf(map).get(key)?.value ?? document.entries.get(key)?.value;
  const id = textOf(of('model'));
  if (id === undefined) return undefined;
  const written = textOf(of('model_provider')) ?? 'openai';
  const known = entriesOf(document.entries.get('model_providers')?.value).get(written)?.value;
  const provider = importProvider(written === 'oss' ? 'ollama' : written, ownServer(known), draft);
  if (provider === undefined) return draft.lose([...path, 'model'], map.place, unspoken(written));
  const fields: ModelFields = given({
    effort: textOf(of('model_reasoning_effort')),
    contextWindow: numberOf(of('model_context_window')),
    maxOutputTokens: numberOf(of('model_max_output_tokens')),
  });
  if (Object.keys(fields).length === 0) return `${provider}/${id}`;
  const key = slug(name, 'model');
  draft.models.set(key, { node: map, path, plan: { provider, id, ...fields } });
  return key;
}

function ownServer(node: Node | undefined): OwnServer {
  const of = (key: string) => textOf(entriesOf(node).get(key)?.value);
  const api = of('wire_api');
  return given({
    baseUrl: of('base_url'),
    key: of('env_key'),
    api: api === 'chat' || api === 'responses' ? api : undefined,
  });
}

function readProviders(node: Node, path: Path, draft: Draft): void {
  for (const [name, { value }] of entriesOf(node)) {
    const to = (key: string) => becomes(`providers.${slug(name, 'own')}.options.${key}`, () => {}, draft);
    const more = 'write it under options of the provider';
    readFields(
      value,
      {
        ...{ name: null, requires_openai_auth: null, base_url: to('baseUrl'), env_key: to('apiKey'), wire_api: to('api') },
        ...{ env_key_instructions: null, request_max_retries: null, stream_max_retries: null, stream_idle_timeout_ms: null },
        ...{ query_params: more, http_headers: more, env_http_headers: more },
        experimental_bearer_token: 'a key in a file is not taken over; it is read from a variable',
      },
      { draft, path: [...path, name] },
    );
  }
}

interface Profile {
  readonly document: MapNode;
  readonly value: Node;
  readonly draft: Draft;
}

function readProfile(name: string, { document, value, draft }: Profile): string | undefined {
  const path: Path = ['profiles', name];
  const shared = 'permissions and the sandbox hold for all agents; write the agent into a configuration of its own';
  readFields(
    value,
    {
      ...modelFields(`agents.${slug(name, 'profile')}.model`, draft),
      ...{ approval_policy: shared, sandbox_mode: shared },
      ...NOT_TAKEN,
    },
    { draft, path },
  );
  return modelOf(name, { document, map: value, path, draft });
}

/** Reads what Codex asks about, and what its sandbox lets commands do. Here a sandbox has to be there, or nothing runs. */
function readAccess(document: MapNode, draft: Draft): void {
  const of = (key: string) => document.entries.get(key);
  const [approval, mode] = [textOf(of('approval_policy')?.value), textOf(of('sandbox_mode')?.value)];
  const place = (key: string) => of(key)?.key ?? document.place;
  const isNever = approval === 'never';
  if (mode === 'danger-full-access')
    draft.lose(['sandbox_mode'], place('sandbox_mode'), 'nothing runs unasked outside of a sandbox; write permissions.allow');
  if (of('approval_policy') !== undefined && approval === undefined)
    draft.lose(['approval_policy'], place('approval_policy'), 'write permissions');
  if (isNever || mode === 'workspace-write') {
    draft.permissions = { ...draft.permissions, mode: isNever ? 'dontAsk' : 'acceptEdits' };
    if (isNever && mode === 'workspace-write') draft.rule('allow', ['Edit', 'Write']);
    draft.gain(
      [isNever ? 'approval_policy' : 'sandbox_mode'],
      place(isNever ? 'approval_policy' : 'sandbox_mode'),
      'permissions',
    );
  }
  if (mode !== 'workspace-write') return;
  const filesystem: Record<string, unknown> = {};
  draft.gain(['sandbox_mode'], place('sandbox_mode'), 'sandbox');
  readFields(
    of('sandbox_workspace_write')?.value,
    {
      writable_roots: becomes('sandbox.filesystem.allowWrite', (node) => (filesystem.allowWrite = textsOf(node)), draft),
      network_access: (node, path, at) =>
        textOf(node) === 'true' ? draft.lose(path, at, 'name the hosts under sandbox.network.allowedDomains') : undefined,
      ...{ exclude_tmpdir_env_var: null, exclude_slash_tmp: null },
    },
    { draft, path: ['sandbox_workspace_write'] },
  );
  draft.sandbox = given({
    use: 'bubblewrap',
    autoAllow: approval === 'untrusted' ? undefined : true,
    filesystem: Object.keys(filesystem).length === 0 ? undefined : filesystem,
  });
}

/** Whether a document has keys that only a config.toml of Codex has. */
export const isCodex = (document: MapNode): boolean =>
  ['mcp_servers', 'model_providers', 'approval_policy', 'sandbox_mode', 'model_reasoning_effort', 'profiles'].some((key) =>
    document.entries.has(key),
  );
