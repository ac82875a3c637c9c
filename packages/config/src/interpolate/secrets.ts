import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { folderOf } from '../document/folder-of.js';
import { child, isList, isMap, isText, type MapNode, type Node } from '../document/node.js';
import { readProblem } from '../read/read-text.js';
import { parseTemplate } from './template.js';

/**
 * The value of a secret, or the problem. `withheld`: the value would come from a command that may not run yet, so its users get
 * no value.
 */
export type SecretValue = { readonly value: string } | { readonly problem: string } | { readonly withheld: true };

export interface SecretContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether to run commands that the project itself declares. Default `true`. */
  readonly runCommands?: boolean | undefined;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** The names of all secrets that the document uses. A secret that is only declared is never fetched. */
export function usedSecrets(document: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: Node): void => {
    if (isText(node) && node.verbatim !== true) {
      for (const part of parseTemplate(node.value))
        if (typeof part !== 'string' && 'kind' in part && part.kind === 'secret') names.add(part.name);
    } else if (isMap(node)) {
      for (const [key, entry] of node.entries) if (!(node === document && key === 'profiles')) visit(entry.value);
    } else if (isList(node)) for (const item of node.items) visit(item);
  };
  visit(document);
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
  const [env, file, command] = [child(declaration, 'env'), child(declaration, 'file'), child(declaration, 'command')];
  if (isText(env)) {
    const value = context.env[env.value];
    return value === undefined || value === '' ? { problem: `the environment variable ${env.value} is not set` } : { value };
  }
  const base = declaration.place.file.startsWith('(') ? context.cwd : folderOf(declaration.place.file);
  if (isText(file)) return readSecretFile(resolve(base, file.value));
  if (isList(command) && context.runCommands === false && command.place.layer === 'project') return { withheld: true };
  if (isList(command))
    return run(
      command.items.map((item) => (item.kind === 'scalar' ? String(item.value) : '')),
      { env: context.env, cwd: base },
    );
  return { problem: 'its declaration names no source' };
}

function readSecretFile(file: string): SecretValue {
  try {
    return nonEmpty(readFileSync(file, 'utf8'), `the file ${file} is empty`);
  } catch (error) {
    return { problem: `the file ${file} cannot be read: ${readProblem(error)}` };
  }
}

function run(words: readonly string[], options: { env: SecretContext['env']; cwd: string }): Promise<SecretValue> {
  const [program = '', ...args] = words;
  return new Promise((done) => {
    const limits = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, killSignal: 'SIGKILL' as const };
    const child = execFile(
      program,
      args,
      { ...options, ...limits, env: { ...options.env }, encoding: 'utf8' },
      (error, stdout) => {
        // The message contains neither output nor arguments, because either may contain the secret.
        if (error === null) return done(nonEmpty(stdout, `the command ${program} printed nothing`));
        const code = 'code' in error ? String(error.code) : '';
        if (error.killed === true) return done({ problem: `the command ${program} was stopped after ${TIMEOUT_MS / 1000} s` });
        if (code === 'ENOENT') return done({ problem: `there is no command ${program}` });
        return done({ problem: `the command ${program} failed with exit code ${code}` });
      },
    );
    child.stdin?.end();
  });
}

const nonEmpty = (text: string, problem: string): SecretValue => {
  const value = text.replace(/[\r\n]+$/, '');
  return value === '' ? { problem } : { value };
};
