import {
  isList,
  isMap,
  isText,
  type ListNode,
  type MapNode,
  mapOf,
  type Node,
  type Path,
  withEntry,
} from '@loadout/config/documents';
import { AGENT_FIELDS } from '../fields/file-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { convertHooks } from '../foreign/convert-hooks.js';
import { convertModel } from '../foreign/convert-model.js';
import { lose } from '../foreign/tell-foreign.js';
import { convertWords } from '../skills/convert-lists.js';
import { convertMode } from './convert-permissions.js';

export interface AgentContext extends CompatContext {
  /** The keys of the servers that an agent can name. */
  readonly servers: ReadonlySet<string>;
}

type Named = AgentContext & { readonly name: string };

/** Converts the frontmatter and the text of an agent file to Loadout's terms. */
export function convertAgent(agent: MapNode, context: Named): MapNode {
  const path: Path = ['agents', context.name];
  tellLost(withEntry(agent, { key: 'instructions', value: undefined }), { fields: AGENT_FIELDS, path }, context);
  const of = (key: string) => agent.entries.get(key)?.value;
  const [turns, hooks, tools] = [of('maxTurns'), of('hooks'), of('tools')];
  const all: ListNode = { kind: 'list', place: agent.place, items: [{ kind: 'scalar', place: agent.place, value: '*' }] };
  const mode = convertMode(of('permissionMode'), { key: 'permissionMode' }, context);
  return mapOf(agent.place, {
    description: of('description'),
    instructions: of('instructions'),
    prompt: of('initialPrompt'),
    effort: of('effort'),
    model: convertModel(of('model'), { ...context, path, otherwise: 'so the default model is used' }),
    tools: tools === undefined ? all : convertTools(tools, { key: 'tools' }, context),
    disallowedTools: convertTools(of('disallowedTools'), { key: 'disallowedTools' }, context),
    mcpServers: convertServers(of('mcpServers'), context),
    background: only(of('background'), { key: 'background', values: [true, false] }, { ...context, path }),
    isolation: only(of('isolation'), { key: 'isolation', values: ['worktree'] }, { ...context, path }),
    skills: convertWords(of('skills'), 'skills', { ...context, path }),
    permissions: mode === undefined ? undefined : mapOf(mode.place, { mode }),
    limits: turns === undefined ? undefined : mapOf(turns.place, { turns }),
    hooks: hooks === undefined ? undefined : convertHooks(hooks, [...path, 'hooks'], context),
  });
}

/** Returns the value if it is one of these, else nothing. */
function only(
  node: Node | undefined,
  { key, values }: { readonly key: string; readonly values: readonly unknown[] },
  context: Named & { readonly path: Path },
): Node | undefined {
  if (node === undefined || (node.kind === 'scalar' && values.includes(node.value))) return node;
  return lose(
    { path: [...context.path, key], key, place: node.place, problem: `it can only be ${values.join(' or ')}` },
    context,
  );
}

/** Converts `Read, Bash(git *)` or a list of such entries. Rules decide which calls of a tool may run, not the tool's name. */
function convertTools(node: Node | undefined, { key }: { readonly key: string }, context: Named): Node | undefined {
  const items = itemsOf(node);
  if (node === undefined || items === undefined) return node;
  const names = items.flatMap((item): Node[] => {
    if (!isText(item)) return [item];
    const open = item.value.indexOf('(');
    if (open === -1) return [item];
    const problem =
      key === 'tools'
        ? `${item.value} gives access to the whole tool; restrict its calls with a rule under permissions`
        : `${item.value} does not remove a whole tool and is left out; write a deny rule`;
    lose({ path: ['agents', context.name, key], key, place: item.place, problem }, context);
    return key === 'tools' && open > 0 ? [{ ...item, value: item.value.slice(0, open) }] : [];
  });
  return { kind: 'list', place: node.place, items: names };
}

/** Returns the items of a list, or the names of one text separated by commas. */
function itemsOf(node: Node | undefined): readonly Node[] | undefined {
  if (isText(node)) return splitNames(node.value).map((value) => ({ ...node, value }));
  return isList(node) ? node.items : undefined;
}

/** Splits names at commas outside of parentheses. Makes one pass, because the text is untrusted and may be long. */
function splitNames(text: string): readonly string[] {
  const names: string[] = [];
  let [depth, start] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const sign = text[index];
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === undefined || (sign === ',' && depth <= 0)) {
      names.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  return names.filter((name) => name !== '');
}

function convertServers(node: Node | undefined, context: Named): Node | undefined {
  if (isMap(node)) return loseServer(node, 'servers that are declared here are not read; put them into .mcp.json', context);
  const items = itemsOf(node);
  if (node === undefined || items === undefined) return node;
  const known = items.filter((item) => {
    if (!isText(item)) return loseServer(item, 'a server that is declared here is not read; put it into .mcp.json', context);
    return context.servers.has(item.value) || loseServer(item, `there is no server ${JSON.stringify(item.value)}`, context);
  });
  return { kind: 'list', place: node.place, items: known };
}

const loseServer = (node: Node, problem: string, context: Named): undefined =>
  lose({ path: ['agents', context.name, 'mcpServers'], key: 'mcpServers', place: node.place, problem }, context);
