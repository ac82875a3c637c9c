import type { Access, PermissionMode } from '@loadout/core';
import { decide, type PermissionDecision, parsePermissionRule, standsAgainst } from '@loadout/core/run';

export interface Asked {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly mode?: PermissionMode;
  readonly cwd?: string;
  readonly background?: boolean;
  readonly sandboxed?: { readonly autoAllow: boolean; readonly excludedCommands: readonly string[] };
}

export interface CommandInput {
  readonly command: string;
  readonly run_in_background?: boolean;
}

/** The place of one call. */
export interface CommandPlace {
  readonly cwd?: string | undefined;
  readonly mayRead: (path: string) => boolean;
}

/** Bash, as the rules and a session use it. */
export interface BashUnderTest {
  accessesOf(input: CommandInput, place: CommandPlace): readonly Access[];
  isReadOnly(input: CommandInput): boolean;
  run(input: CommandInput, place: CommandPlace & { readonly permitted: readonly Access[] }): Promise<string>;
}

export interface CommandSession {
  decide(command: string, asked?: Asked): PermissionDecision & { readonly accesses: readonly Access[] };
  /** Decides a command and, if it is allowed, runs it as a session does and returns its output. */
  run(command: string, asked?: Asked): Promise<string | undefined>;
}

/** Decides and runs commands in a workspace, with rules as a user writes them. */
export function commandSession(
  bash: BashUnderTest,
  { workspace, artifactDir }: { readonly workspace: string; readonly artifactDir: string },
): CommandSession {
  const call = { tool: { name: 'Bash', aliases: [], origin: { kind: 'base' as const, from: 'shell' } }, openWorld: true };
  const layersOf = ({ allow = [], deny = [], mode = 'default', sandboxed }: Asked) => {
    const rule = (behavior: 'allow' | 'deny') => (text: string) => parsePermissionRule(text, { behavior, layer: 'project' });
    const rules = [...deny.map(rule('deny')), ...allow.map(rule('allow'))];
    return { mode, rules, roots: [workspace], workspace, home: '/nonexistent', artifactDir, sandboxed };
  };
  const placeOf = (asked: Asked): CommandPlace => ({
    cwd: asked.cwd,
    mayRead: (path) => !standsAgainst({ kind: 'read', path }, { ...call, input: {} }, layersOf(asked)),
  });
  const inputOf = (command: string, { background }: Asked) => ({
    command,
    ...(background === true ? { run_in_background: true } : {}),
  });
  const decided: CommandSession['decide'] = (command, asked = {}) => {
    const input = inputOf(command, asked);
    const accesses = bash.accessesOf(input, placeOf(asked));
    return { ...decide({ ...call, input, readOnly: bash.isReadOnly(input), accesses }, layersOf(asked)), accesses };
  };
  return {
    decide: decided,
    async run(command, asked = {}) {
      const { behavior, accesses } = decided(command, asked);
      return behavior === 'allow' ? bash.run(inputOf(command, asked), { ...placeOf(asked), permitted: accesses }) : undefined;
    },
  };
}
