import { describe, expect, it } from 'vitest';
import type { PermissionBehavior } from '../contract/permission.js';
import { parsePermissionRule } from './parse-rule.js';
import { coversRule, matchesExample } from './rule-example.js';

const rule = (text: string, behavior: PermissionBehavior = 'deny') => parsePermissionRule(text, { behavior, layer: 'user' });
const BASE = { workspace: '/w', home: '/home/me' };

describe('a rule and the examples of its author', () => {
  it.each([
    ['Bash(npm test:*)', 'npm test -- --watch', true],
    ['Bash(npm test)', 'npm test -- --watch', false],
    ['Bash(git commit:*)', "git commit -m 'a b'", true],
    ['Bash(echo a b)', "echo 'a b'", false],
    ['Bash', 'anything', true],
    ['Read(secrets/**)', 'secrets/a/b', true],
    ['Read(secrets/**)', './secrets/a', true],
    ['Read(secrets/**)', 'other/secrets/a', false],
    ['Read(.env)', 'a/b/.env', true],
    ['Edit(~/notes/**)', '~/notes/a', true],
    ['Edit(//etc/**)', '//etc/hosts', true],
    ['Edit(/docs/**)', '//docs/a', false],
    ['WebFetch(domain:a.example)', 'https://a.example/x', true],
    ['WebFetch(domain:a.example)', 'b.example', false],
  ])('%s about %j: %s', (text, example, expected) => expect(matchesExample(rule(text), example, BASE)).toBe(expected));
});

describe('a rule that covers another', () => {
  it.each([
    ['Bash(*)', 'Bash(make)', true],
    ['Bash(make)', 'Bash', false],
    ['Bash(*)', 'Bash', true],
    ['Edit', 'Edit', true],
    ['Edit', 'Edit(/src/**)', false],
    ['Read', 'Read(.env)', false],
    ['Read(*)', 'Read(.env)', true],
    ['Edit(*)', 'Edit', false],
    ['WebFetch', 'WebFetch(domain:a.example)', true],
    ['Bash(npm run:*)', 'Bash(npm run build)', true],
    ['Bash(npm run *)', 'Bash(npm run build:*)', true],
    ['Bash(npm run)', 'Bash(npm run build)', false],
    ['Bash(npm run:*)', 'Bash(npm runner)', false],
    ['Bash(npm:*)', 'Read(npm)', false],
    ['Read(secrets/**)', 'Read(secrets/key)', true],
    ['Read(./secrets/**)', 'Read(/secrets/a/*.pem)', true],
    ['Read(//etc/**)', 'Read(//etc/hosts)', true],
    ['Read(~/x/**)', 'Read(~/x/y)', true],
    ['Read(secrets/**)', 'Read(secretsauce)', false],
    ['Read(secrets/**)', 'Read(key)', false],
    ['Read(secrets/**)', 'Read(~/secrets/key)', false],
    ['Read(*/**)', 'Read(a/b)', false],
  ])('%s and %s: %s', (wide, narrow, expected) => expect(coversRule(rule(wide), rule(narrow))).toBe(expected));

  it('a deny rule for a command has an effect beside one for the shell: tools of the configuration run commands too', () => {
    expect(coversRule(rule('Bash'), rule('Bash(make)', 'deny'))).toBe(false);
    for (const behavior of ['allow', 'ask'] as const) expect(coversRule(rule('Bash'), rule('Bash(make)', behavior))).toBe(true);
  });
});
