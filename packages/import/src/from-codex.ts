import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { child, type MapNode, type Node, type Path, type Report } from '@loadout/config/documents';
import { readCodexHooks, SWITCHES } from './codex-hooks.js';
import { codexModel, codexModelFields } from './codex-model.js';
import { NOT_TAKEN } from './codex-not-taken.js';
import { readCodexRoles } from './codex-roles.js';
import { readCodexServers } from './codex-servers.js';
import { plainText } from './convert-text.js';
import { type Draft, slug } from './draft.js';
import { projectFile, projectOf } from './project-file.js';
import { becomes, entriesOf, type Field, given, instructionsOf, readFields, textOf, textsOf } from './read-fields.js';

const TOOLS = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'TodoWrite'];
const LATER: Field = () => {};

/** Converts a config.toml of Codex: an agent of the file, one for each of its profiles, and one for each role that they start. */
export async function fromCodex(document: MapNode, draft: Draft, report: Report): Promise<void> {
  const told: unknown[] = [];
  const tools = [...TOOLS];
  const servers = readCodexServers(child(document, 'mcp_servers'), draft);
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
      ...codexModelFields('agents.codex.model', draft),
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
      ...{ agents: LATER, hooks: LATER, features: LATER },
      ...NOT_TAKEN,
    },
    { draft, path: [] },
  );
  readAccess(document, draft);
  await readCodexHooks(document, { draft, report });
  const profiles = [...entriesOf(child(document, 'profiles')).keys()].map((name) => slug(name, 'profile'));
  const all = [...new Set(tools), ...servers];
  const roles = await readCodexRoles(document, { draft, report, project, tools: all, taken: ['codex', ...profiles] });
  const agent = given({
    instructions: instructionsOf([...told, ...agents]),
    tools: draft.mount(roles.length === 0 ? all : [...all, 'Agent']),
    subagents: roles.length === 0 ? undefined : Object.fromEntries(roles.map((name) => [name, {}])),
  });
  draft.agents.set('codex', given({ model: codexModel('codex', { document, map: document, path: [], draft }), ...agent }));
  for (const [name, { value }] of entriesOf(child(document, 'profiles')))
    draft.agents.set(slug(name, 'profile'), given({ model: readProfile(name, { document, value, draft }), ...agent }));
}

const searchOf = (node: Node): readonly string[] =>
  ['false', 'disabled'].includes(textOf(node) ?? 'false') ? [] : ['WebSearch'];

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
      ...codexModelFields(`agents.${slug(name, 'profile')}.model`, draft),
      ...{ approval_policy: shared, sandbox_mode: shared, features: SWITCHES },
      ...NOT_TAKEN,
    },
    { draft, path },
  );
  return codexModel(name, { document, map: value, path, draft });
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
