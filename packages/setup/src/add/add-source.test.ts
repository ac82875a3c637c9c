import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { errors } from '../errors.js';
import { refusePath, withMarketplaces } from './add-source.js';

it('a path without a file, and a bundle of a server, are refused before npm is asked', () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-source-')));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  for (const name of ['my files.mcpb', 'x.tgz']) writeFileSync(join(cwd, name), '');
  const refused = (wanted: string) => {
    try {
      refusePath(wanted, cwd);
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(refused('./nothere')).toMatchObject({
    code: 'ADD_NO_PATH',
    message: `There is no ./nothere: ${cwd}/nothere does not exist.`,
  });
  expect(refused('./my files.mcpb')).toMatchObject({
    code: 'ADD_BUNDLE',
    fix: 'Write it into the configuration: mcpServers: { my-files: { registry: ./my files.mcpb } }',
  });
  for (const wanted of ['./x.tgz', join(cwd, 'x.tgz'), 'nothere', '@a/b@1', 'https://a.example/x.tgz', 'owner/name'])
    expect(refused(wanted)).toBeUndefined();
});

const failed = errors.NPM_FAILED({ args: ['install'], problem: 'its exit code is 1' });

it.each(['notes@nomarket', 'a b@team', 'notes@my.market', 'notes@xteam', 'notes@next-team'])(
  '%s, which npm does not find, may be meant for a marketplace',
  (wanted) => {
    const market = wanted.split('@')[1];
    expect(withMarketplaces(failed, wanted, ['one', 'two'])).toMatchObject({
      code: 'ADD_NO_MARKETPLACE',
      message: `${wanted} is neither a package of npm (npm install failed: its exit code is 1), nor a plugin of a marketplace: the configuration has no marketplace "${market}".`,
      fix: 'Its marketplaces: one, two. For one that Claude Code knows, add --claude.',
    });
    expect(withMarketplaces(failed, wanted, [])).toMatchObject({
      fix: expect.stringContaining(`marketplaces: { ${market}: { github: owner/name } }`),
    });
  },
);

it.each([
  'notes',
  'notes@1.2.3',
  'notes@^1',
  'notes@~1.2',
  'notes@x',
  'notes@v2',
  'notes@latest',
  'notes@next',
  'notes@beta.1',
  '@a/b@team',
  './x@team',
])('%s is meant for npm alone', (wanted) => {
  expect(withMarketplaces(failed, wanted, [])).toBe(failed);
});

it('what is no failure of npm is told as it is', () => {
  const other = errors.ADD_NO_PLUGIN({ use: 'notes' });
  expect(withMarketplaces(other, 'notes@team', [])).toBe(other);
});
