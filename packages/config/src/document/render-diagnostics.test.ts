import { expect, it } from 'vitest';
import { renderDiagnostics } from './render-diagnostics.js';

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
