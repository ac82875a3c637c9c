import { fileAt, type Person } from '../document/folder-of.js';
import { dotted, isText, leavesOf, type MapNode, type Path } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { keysIn } from '../text/literal-key.js';

/** The variables that hold credentials of model providers. */
const VARIABLES = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'] as const;
const OPTIONS: ReadonlySet<unknown> = new Set(['apiKey', 'authToken']);
const HEADER = /key|auth|token|cookie|secret/i;
const SHORTEST = 8;

/** Sections whose texts are sent to the model. */
const TOLD: ReadonlySet<unknown> = new Set(['agents', 'defaults', 'models', 'skills']);

interface Context extends Person {
  /** Instruction files by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: Report;
}

/**
 * Reports a provider's credential in any text that is sent to the model. The check also applies to a trusted configuration,
 * because nobody does this on purpose (decision 0015).
 */
export function checkCredentials(document: MapNode, { texts, env, report, ...person }: Context): void {
  for (const name of VARIABLES) report.addVariable(name);
  const known = credentials(document, env);
  if (known.size === 0) return;
  const nameIn = (text: string) => [...known].find(([value]) => text.includes(value))?.[1];
  for (const [path, node] of leavesOf(document)) {
    if (!isText(node) || !TOLD.has(path[0]) || isForProgram(path)) continue;
    const file = path.at(-1) === 'file' ? texts.get(fileAt(node.value, node.place, person)) : undefined;
    const name = nameIn(node.value) ?? (file === undefined ? undefined : nameIn(file));
    if (name === undefined) continue;
    report.error(errors.CONFIG_CREDENTIAL_TOLD({ path: dotted(path), name }), { path, place: node.place });
  }
}

/** Whether a value is in the environment or the arguments of an agent's programs, which the model does not see. */
const isForProgram = ([section, , key]: Path): boolean => section === 'agents' && (key === 'hooks' || key === 'mcpServers');

/** The known credentials: each value with the name to report. */
function credentials(document: MapNode, env: Context['env']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (value: string, name: string) => {
    // An unresolved reference cannot be a credential.
    if (value.trim().length >= SHORTEST && !value.includes('${')) found.set(value.trim(), name);
  };
  for (const name of VARIABLES) add(env[name] ?? '', name);
  for (const [path, node] of leavesOf(document)) {
    const [section, , options, key, header] = path;
    if (section !== 'providers' || options !== 'options' || !isText(node)) continue;
    if (OPTIONS.has(key)) add(node.value, dotted(path));
    else if (key === 'headers' && HEADER.test(String(header))) add(node.value.replace(/^\w+ /, ''), dotted(path));
  }
  return found;
}

/** Warns about keys that are written into the file. Returns the keys, so that they are hidden like declared secrets (CFG-06). */
export function checkLiteralKeys(document: MapNode, report: Report): readonly string[] {
  const found: string[] = [];
  for (const [path, node] of leavesOf(document)) {
    const keys = isText(node) ? keysIn(node.value) : [];
    found.push(...keys);
    if (keys.length > 0) report.warn(errors.CONFIG_LITERAL_KEY({ path: dotted(path) }), { path, place: node.place });
  }
  return found;
}
