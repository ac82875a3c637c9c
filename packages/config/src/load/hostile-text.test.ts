import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isKeepable } from '../cache/entry-of.js';
import { commonUrls } from '../compile/hook-urls.js';
import { parseTemplate } from '../interpolate/template.js';
import { importedFiles } from '../trust/imported-files.js';
import { judgeConfig } from './read-judged.js';
import { load, makeSandbox, problems } from './sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

// Each of these kept a start busy for seconds to centuries. The time limit of the suite is the assertion.
describe('a text of a repository that is made to take long is read as fast as any other', () => {
  it('a key of many comments', async () => {
    const comments = `prompt: |\n      skills${' #'.repeat(200)}\n      x`;
    const cwd = sandbox.project({ 'agent.config.yaml': `agents:\n  a:\n    ${comments}\n`, 'b.yaml': '{}' });
    expect(isKeepable(await load(cwd))).toBe(true);
    writeFileSync(join(cwd, 'agent.config.yaml'), `agents: { a: {} }\ninclude  # one\n  # two\n  : ./b.yaml\n`);
    expect(isKeepable(await load(cwd))).toBe(false);
  });

  it('a module with many blanks where a name is awaited', () => {
    const cwd = sandbox.project({ 'a.mjs': `export * from${' '.repeat(500_000)};import ( './b.mjs' )`, 'b.mjs': '' });
    expect(importedFiles(join(cwd, 'a.mjs'))).toEqual(['a.mjs', 'b.mjs'].map((name) => join(cwd, name)));
  });

  it('a chain of modules without an end', async () => {
    const chain = Array.from({ length: 5_001 }, (_, index) => [`m${index}.mjs`, `import './m${index + 1}.mjs';\n`]);
    const cwd = sandbox.project({
      ...Object.fromEntries(chain),
      'agent.config.yaml': 'hooks: { Stop: [{ hooks: [{ type: command, command: node ./m0.mjs }] }] }\nagents: { a: {} }\n',
    });
    const judged = judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'none.json') } });
    await expect(judged).rejects.toMatchObject({ code: 'TRUST_TOO_LARGE' });
  });

  it('references that are not closed, in a hook', async () => {
    const open = '${env:'.repeat(40_000);
    expect(parseTemplate(open, { inHook: true })).toEqual([open]);
    const command = '${file:'.repeat(30_000);
    const cwd = sandbox.project({
      'agent.config.yaml': `hooks: { Stop: [{ hooks: [{ type: command, command: "${command}" }] }] }\nagents: { a: {} }\n`,
    });
    expect((await judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'none.json') } })).parts).toHaveLength(1);
  });

  it('a rule of brackets', async () => {
    const cwd = sandbox.project({
      'agent.config.yaml': `permissions: { deny: ["Bash${'('.repeat(200_000)})"] }\nagents: { a: {} }\n`,
    });
    expect(await problems(cwd)).toEqual(['CONFIG_RULE_INVALID permissions.deny[0]']);
  });

  it('addresses of stars', () => {
    const stars = `https://${'*a'.repeat(40)}.test/${'*a'.repeat(40)}b`;
    const plain = `https://${'a'.repeat(200)}.test/${'a'.repeat(200)}`;
    expect(commonUrls([stars], [plain, stars])).toEqual([stars]);
  });

  it('an include through links that lead back', async () => {
    const cwd = sandbox.project({ 'agent.config.yaml': `include: "${'*/'.repeat(40)}*.yaml"\nagents: { a: {} }\n` });
    for (const name of ['one', 'two']) symlinkSync('.', join(cwd, name));
    expect(await problems(cwd)).toEqual(['CONFIG_INCLUDE include']);
  });
});
