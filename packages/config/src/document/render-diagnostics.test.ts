import { expect, it } from 'vitest';
import { renderDiagnostics } from './render-diagnostics.js';
import type { Diagnostic } from './report.js';

const rendered = (message: string, cwd: string) =>
  renderDiagnostics([{ code: 'CODE', severity: 'error', message, path: 'a' }], { cwd });

it.each([
  ['The file /repo/a/b.md does not exist.', '/repo', 'The file a/b.md does not exist.'],
  ['/repo/a.yaml: "/repo/b.yaml" (/repo/c.yaml)', '/repo', 'a.yaml: "b.yaml" (c.yaml)'],
  ['The file /srv/repo/a.md does not exist.', '/repo', 'The file /srv/repo/a.md does not exist.'],
  ['The file ~/repo/a.md does not exist.', '/repo', 'The file ~/repo/a.md does not exist.'],
  ['Write https://host/path.', '/', 'Write https://host/path.'],
])('%j is told in %s as %j', (message, cwd, shown) => {
  expect(rendered(message, cwd)).toBe(`a  CODE  ${shown}\n`);
});

const at = (file: string, line: number) => ({ file: `/repo/${file}`, line, column: 3 });

const warning = (file: string, line: number, fix = 'Mount shell.'): Diagnostic => ({
  ...{ code: 'LOST', severity: 'warning', message: `${file}: "Bash" is ignored.`, path: 'tools', fix, position: at(file, line) },
});

it('tells a problem of many files once, with its other places', () => {
  const many = Array.from({ length: 9 }, (_, index) => warning(`agents/${index}.md`, index + 1));
  expect(renderDiagnostics(many, { cwd: '/repo' })).toBe(
    'agents/0.md:1:3  LOST (warning)  agents/0.md: "Bash" is ignored.\nFix: Mount shell.\n' +
      'Also at agents/1.md:2:3, agents/2.md:3:3, agents/3.md:4:3, agents/4.md:5:3, agents/5.md:6:3, and 3 more\n',
  );
});

it('tells rules for one missing plugin once, though each names itself', () => {
  const unused = (rule: string, line: number): Diagnostic => ({
    ...warning('a.yaml', line, 'Add to plugins: shell'),
    code: 'CONFIG_RULE_UNUSED',
    message: `The rule ${rule} has no effect.`,
  });
  const told = renderDiagnostics([unused('Bash(a)', 1), unused('Bash(b)', 2)], { cwd: '/repo' });
  expect(told).toBe(
    'a.yaml:1:3  CONFIG_RULE_UNUSED (warning)  The rule Bash(a) has no effect.\nFix: Add to plugins: shell\nAlso at a.yaml:2:3\n',
  );
});

it('leaves the further lines of a fix where they stand, so that they can be pasted', () => {
  const told = renderDiagnostics([warning('a.md', 1, 'Add:\n\nplugins:\n  shell: x')], { cwd: '/repo' });
  expect(told).toMatch(/\nFix: Add:\n\nplugins:\n {2}shell: x\n$/);
});

it('keeps problems apart whose fixes differ', () => {
  const told = renderDiagnostics([warning('a.md', 1, 'Mount shell.'), warning('b.md', 1, 'Mount web.')], { cwd: '/repo' });
  expect(told).not.toContain('Also at');
});
