import { statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import type { Plan } from '@loadout/core/run';

const INTERPRETER = /^(?:sh|bash|dash|zsh|node|bun|deno|tsx|python3?|ruby|perl|php|pwsh)$/;

/**
 * Returns the folder of the configuration for an entry whose program is a file there, such as `./guard.sh` or `node hooks/guard.mjs`: a run
 * starts it there too. Other programs, and those that the test has in its workspace, start in the workspace. Source: GAP-F3.
 */
export function programFolder(
  entry: Readonly<Record<string, unknown>>,
  { configDir, workspace }: Pick<Plan, 'configDir' | 'workspace'>,
): string | undefined {
  const [first = '', ...rest] = wordsOf(entry);
  const program = INTERPRETER.test(basename(first))
    ? rest.find((word) => !word.startsWith('-'))
    : first.includes('/')
      ? first
      : undefined;
  if (program === undefined || isAbsolute(program)) return undefined;
  return isFile(join(configDir, program)) && !isFile(join(workspace, program)) ? configDir : undefined;
}

/** Returns the plan with the servers of this machine started in the folder of their programs, where the file says no other. */
export function withPlacedServers(plan: Plan): Plan {
  if (plan.mcpServers === undefined) return plan;
  const servers = Object.entries(plan.mcpServers).map(([key, server]) => {
    const cwd = server.options.cwd ?? programFolder(server.options, plan);
    return [key, cwd === undefined ? server : { ...server, options: { ...server.options, cwd } }] as const;
  });
  return { ...plan, mcpServers: Object.fromEntries(servers) };
}

/** The words of a command: a program with its arguments, or a line. */
function wordsOf({ command, args }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof command !== 'string') return [];
  if (Array.isArray(args)) return [command, ...args.map(String)];
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|([^\s;&|<>()"']+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
