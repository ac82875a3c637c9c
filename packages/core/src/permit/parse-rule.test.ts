import { describe, expect, it } from 'vitest';
import { parsePermissionRule, ruleText } from './parse-rule.js';

const parse = (behavior: 'allow' | 'deny', text: string) => parsePermissionRule(text, { behavior, layer: 'user' });

describe('a permission rule', () => {
  it.each([
    'Read',
    'Bash(npm test:*)',
    'Read(docs/**)',
    'mcp__crm__*',
    'mcp__my-crm__get_*',
    'crm__*',
    'my-crm__get_*',
    'Bash(echo (a))',
    'WebFetch(domain:a.example)',
  ])('%s reads back as it was written', (text) => expect(ruleText(parse('allow', text))).toBe(text));

  it.each([
    ['allow', ''],
    ['allow', 'WebFetch(domain:a.example/docs)'],
    ['allow', 'WebFetch(domain:a.example:8443)'],
    ['allow', 'WebFetch(domain:me@a.example)'],
    ['allow', 'Read docs'],
    ['allow', 'Bash('],
    ['deny', 'Bash()'],
    ['deny', 'Bash( )'],
    ['deny', 'Bash(:*)'],
    ['deny', 'Bash( :*)'],
    ['deny', 'Read([)'],
    ['deny', 'Read(a))'],
    ['deny', 'Read({a,b)'],
    ['deny', 'Bash(npm:*:*)'],
    ['deny', 'Bash(npm:* x)'],
    ['deny', 'Bash(echo (a)'],
    ['deny', 'Read(../secrets)'],
    ['allow', 'Edit(src/../../etc)'],
    ['allow', 'Bash(* --version)'],
    ['allow', 'Bash( * --version)'],
    ['allow', '*'],
    ['allow', 'Task*'],
    ['allow', 'mcp__*'],
    ['allow', 'mcp__*__find'],
    ['allow', 'mcp__crm*'],
    ['allow', 'crm*'],
    ['allow', 'crm_*'],
    ['allow', '*__find'],
    ['allow', 'crm__*__find'],
    ['allow', '__*'],
  ] as const)('refuses %s %j, which means nothing or more than it says (PERM-11)', (behavior, text) =>
    expect(() => parse(behavior, text)).toThrow(expect.objectContaining({ code: 'RULE_INVALID' })),
  );

  it.each(['*', 'Task*', 'mcp__*', 'Bash(* --force)', 'Bash(cat ../x)'])('deny %s may', (text) =>
    expect(parse('deny', text).behavior).toBe('deny'),
  );
});
