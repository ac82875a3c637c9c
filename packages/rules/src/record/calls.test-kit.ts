import type { Access } from '@loadout/core';
import { decide, type PermissionRule, parsePermissionRule } from '@loadout/core/run';
import type { CallRecord, RecordedCall } from './recorded-call.js';
import { layersFor, type RuleSet } from './rule-set.js';

const WORKSPACE = '/repo';

export const ruleOf = (text: string, behavior: PermissionRule['behavior'] = 'allow'): PermissionRule =>
  parsePermissionRule(text, { behavior, layer: 'project' });

/** Rules for one agent, `helper`, in a workspace. */
export const setOf = (rules: readonly PermissionRule[], more: Partial<RuleSet['agents'][string]> = {}): RuleSet => ({
  workspace: WORKSPACE,
  home: '/home/me',
  roots: [WORKSPACE],
  rules,
  agents: { helper: { rules: [], mode: 'default', ...more } },
});

/** The parts of a call. */
export interface Made {
  readonly tool: string;
  readonly touches: readonly Access[];
  readonly input?: unknown;
}

/** A recorded call with an answer, and the rules that the product offers with the question. */
export function recorded({ tool, touches, input = {} }: Made, answer: RecordedCall['answer'], rules = setOf([])): RecordedCall {
  const call = { tool: { name: tool, aliases: [] }, input, readOnly: false, openWorld: false, accesses: touches };
  const empty = { session: 's1', agents: ['helper'], artifactDir: '/state/a', cwd: WORKSPACE, mode: 'default' } as const;
  const record: RecordedCall = {
    ...empty,
    call,
    answer,
    ran: answer === 'allowed',
    refused: answer === 'denied',
    spared: [],
    at: 1,
  };
  const layers = layersFor(record, rules, 'default');
  const { fix = '', behavior } = layers === undefined ? { behavior: 'ask' as const } : decide(call, layers);
  return { ...record, spared: behavior === 'ask' ? offered(fix) : [] };
}

/** The rules that the advice of a question names. */
function offered(fix: string): readonly string[] {
  const list = /^Add to permissions\.allow: ("(?:[^"\\]|\\.)*"(?:, "(?:[^"\\]|\\.)*")*)\./s.exec(fix)?.[1];
  return list === undefined ? [] : (JSON.parse(`[${list}]`) as string[]);
}

export const recordOf = (calls: readonly RecordedCall[]): CallRecord => ({ calls, unclear: [], unread: [] });

export const run = (...words: readonly string[]): Access => ({ kind: 'run', text: words.join(' '), words });
export const write = (path: string): Access => ({ kind: 'write', path });
export const fetched = (url: string): Access => ({ kind: 'fetch', url });
export const bash = (text: string): Made => ({ tool: 'Bash', touches: [run(...text.split(' '))], input: { command: text } });
export const edit = (path: string): Made => ({ tool: 'Edit', touches: [write(path)], input: { file_path: path } });
export const fetching = (host: string): Made => ({
  tool: 'WebFetch',
  touches: [fetched(`https://${host}/`)],
  input: { url: host },
});
