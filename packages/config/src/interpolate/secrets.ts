import { after, runChild } from '@loadout/node';
import { baseOf, type Person } from '../document/folder-of.js';
import { child, isList, isText, leavesOf, type MapNode, type Node } from '../document/node.js';
import { sourceOf, textOf, valueFrom } from './idle-secrets.js';
import { partsOf } from './template.js';

/**
 * The value of a secret, or the problem. `withheld`: the value would come from a command that may not run yet, so its users get
 * no value.
 */
export type SecretValue = { readonly value: string } | { readonly problem: string } | { readonly withheld: true };

export interface SecretContext extends Person {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether to run commands that the project itself declares. Default `true`. */
  readonly runCommands?: boolean | undefined;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** The names of all secrets that the document uses. A secret that is only declared is never fetched. */
export function usedSecrets(document: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, node] of leavesOf(document))
    if (isText(node) && node.verbatim !== true && path[0] !== 'profiles')
      for (const part of partsOf(node.value, path))
        if (typeof part !== 'string' && 'kind' in part && part.kind === 'secret') names.add(part.name);
  return names;
}

/** Fetches the declared secrets of `names` in parallel. */
export async function resolveSecrets(
  declared: MapNode,
  context: SecretContext & { names: ReadonlySet<string> },
): Promise<ReadonlyMap<string, SecretValue>> {
  const wanted = [...context.names].flatMap((name) => {
    const entry = declared.entries.get(name);
    return entry === undefined ? [] : [[name, entry.value] as const];
  });
  return new Map(await Promise.all(wanted.map(async ([name, node]) => [name, await resolveOne(node, context)] as const)));
}

async function resolveOne(declaration: Node, context: SecretContext): Promise<SecretValue> {
  const result = await fetchOne(declaration, context);
  const required = child(declaration, 'required');
  const optional = required?.kind === 'scalar' && required.value === false;
  return 'problem' in result && optional ? { value: '' } : result;
}

async function fetchOne(declaration: Node, context: SecretContext): Promise<SecretValue> {
  const source = sourceOf(declaration, context);
  if (source !== undefined) return valueFrom(source, context.env);
  const command = child(declaration, 'command');
  if (!isList(command)) return { problem: 'its declaration names no source' };
  if (context.runCommands === false && command.place.layer === 'project') return { withheld: true };
  const words = command.items.map((item) => (item.kind === 'scalar' ? String(item.value) : ''));
  return run(words, { env: context.env, cwd: baseOf(declaration.place, context.cwd) });
}

async function run(
  [program = '', ...args]: readonly string[],
  { cwd, env }: Pick<SecretContext, 'env' | 'cwd'>,
): Promise<SecretValue> {
  // The schema refuses such a command, but only after the values are filled in.
  if (program === '') return { problem: 'its command names no program' };
  const over = new AbortController();
  let why: string | undefined;
  const end = (reason: string) => {
    why ??= reason;
    over.abort();
  };
  const cancel = after(TIMEOUT_MS, () => end(`was stopped after ${TIMEOUT_MS / 1000} s`));
  let bytes = 0;
  const onOutput = (_: string, text: string) => {
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BYTES) end(`printed more than ${MAX_BYTES / 1024} KiB`);
  };
  const request = { file: program, args, cwd, env, signal: over.signal, mostBytes: 2 * MAX_BYTES, onOutput };
  const exit = await runChild(request).catch(({ code }: NodeJS.ErrnoException) => ({ code, signal: null, stdout: '' }));
  cancel();
  if (why === undefined && exit.code === 0) return textOf(exit.stdout, `the command ${program} printed nothing`);
  return { problem: why === undefined ? failureOf(program, exit) : `the command ${program} ${why}` };
}

/** How a command failed, without its output and its arguments, because either may contain the secret. */
function failureOf(program: string, { code, signal }: Failure): string {
  if (code === 'ENOENT') return `there is no command ${program}`;
  if (code === 'EACCES') return `the command ${program} may not be run`;
  return typeof code === 'number'
    ? `the command ${program} failed with exit code ${code}`
    : `the command ${program} failed (${signal ?? code ?? 'for no known reason'})`;
}

interface Failure {
  readonly code: string | number | null | undefined;
  readonly signal: string | null;
}
