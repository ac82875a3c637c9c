import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout, project, root, startLoadout } from '../lib/loadout.js';

const PLUGIN = `import { definePlugin, defineTool } from '@loadout/core';

const count = defineTool({
  name: 'Count',
  description: 'Counts the letters of a word.',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
  annotations: { readOnlyHint: true },
  access: () => [],
  call: async ({ word }) => \`\${word.length} letters\`,
});

export default definePlugin({ name: 'words', setup: () => ({ tools: [count] }) });
`;

const testOf = (answer: string) => `tests:
  - name: counts
    prompt: Count.
    model: { script: [{ tools: [{ words__Count: { word: pool }, as: c }] }, { text: "{{c.text}}" }] }
    expect: { text: ${answer} }
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', skipLibCheck: true, types: [] },
  include: ['*.ts'],
});

const CONFIG = 'plugins: { words: ./words.ts }\nagents: { a: { tools: ["words__*"] } }\n';
const FILES = {
  'agent.config.yaml': CONFIG,
  'words.ts': PLUGIN,
  'agent.test.yaml': testOf('4 letters'),
  'tsconfig.json': TSCONFIG,
};

/** Starts `loadout dev` in a folder with these files. `trust`: the flags of `loadout trust` before that. */
async function developing(files: Readonly<Record<string, string>>, trust?: readonly string[]) {
  const cwd = project(files);
  if (!('node_modules/typescript/package.json' in files))
    symlinkSync(join(root, 'node_modules/typescript'), join(cwd, 'node_modules/typescript'));
  const env = { HOME: project({}) };
  const trusts = async (...flags: readonly string[]) =>
    expect(await loadout(['trust', ...flags], { cwd, env, trust: false })).toMatchObject({ code: 0 });
  if (trust !== undefined) await trusts(...trust);
  const started = await startLoadout(['dev'], { cwd, env, trust: false });
  const end = async () => {
    started.kill('SIGINT');
    expect((await started.finished).code).toBe(130);
  };
  onTestFinished(end);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  const says = (text: string | RegExp) => expect.poll(started.output).toMatch(text);
  return { cwd, write, says, end, trusts, output: started.output, errors: started.errors };
}

describe('loadout dev (GAP-F11)', () => {
  it('says in one line what a change breaks, and loads the changed code', async () => {
    const { write, says } = await developing(FILES, ['--folder']);
    await says('agent.config.yaml: check ok, types ok, tests ok\n');
    write('words.ts', PLUGIN.replace('word.length', 'word.size'));
    await says('words.ts changed: check ok, types FAILED, tests FAILED\n');
    await says(/words\.ts\(\d+,\d+\): error TS\d+: Property 'size' does not exist/);
    await says('undefined letters');
    write('words.ts', PLUGIN.replace('letters`', 'signs`'));
    await says('words.ts changed: check ok, types ok, tests FAILED\n');
    write('agent.test.yaml', testOf('4 signs'));
    await says('agent.test.yaml changed: check ok, tests of agent.test.yaml ok\n');
  });

  it('runs no changed part before it is trusted as it is now', async () => {
    const { cwd, write, says, trusts, output } = await developing(FILES, ['--yes']);
    await says('tests ok\n');
    const acts = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(join(cwd, 'acted'))}, '');\n`;
    write('words.ts', acts + PLUGIN);
    await says('words.ts changed: check ok\n');
    await says('agent.config.yaml changed since you trusted it, so these parts do not run here: plugins.words.');
    await says('To review and trust it: loadout trust. For your own work: loadout trust --folder.');
    expect([existsSync(join(cwd, 'acted')), output().split('changed:').length]).toEqual([false, 2]);
    await trusts('--yes');
    await says(/^trust changed: check ok, tests ok$/m);
    expect(existsSync(join(cwd, 'acted'))).toBe(true);
  });

  it.each([
    ['without code of its own', 'agents: { a: { instructions: Hi. } }\n'],
    ['whose plugin is not trusted', CONFIG],
  ])('runs no compiler of a folder %s', async (_, config) => {
    const made = (folder: string) => `require('node:fs').writeFileSync(${JSON.stringify(folder)} + '/compiled', '');`;
    const compiled = project({});
    const { says } = await developing({
      ...FILES,
      'agent.config.yaml': config,
      'agent.test.yaml': 'tests: [{ name: t, model: { script: [{ text: Hi. }] }, prompt: Hello., expect: { text: Hi } }]\n',
      'node_modules/typescript/package.json': JSON.stringify({ name: 'typescript', version: '5.9.3', bin: { tsc: './tsc.js' } }),
      'node_modules/typescript/tsc.js': made(compiled),
    });
    await says(/^agent\.config\.yaml: check ok/m);
    await says('\n');
    expect(existsSync(join(compiled, 'compiled'))).toBe(false);
  });

  it('reports a configuration that is wrong, and its repair', async () => {
    const { write, says, errors } = await developing(FILES, ['--folder']);
    await says('tests ok\n');
    write('agent.config.yaml', `${CONFIG}agnets: {}\n`);
    await expect.poll(errors).toContain('agnets');
    write('agent.config.yaml', `${CONFIG}# Repaired.\n`);
    await says('agent.config.yaml changed: check ok, tests ok\n');
  });

  it('ends the steps of a change with all that they started when the next one comes, and at Ctrl+C', async () => {
    const hangs = `setTimeout(() => {}, 2 ** 30);\nawait new Promise(() => {});\n`;
    const starts = (file: string) =>
      `import { spawn } from 'node:child_process';\nimport { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(file)}, String(spawn('sleep', ['1000']).pid));\n`;
    const { cwd, write, says, end } = await developing(FILES, ['--folder']);
    await says('tests ok\n');
    const pidIn = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
    // A process that has ended may still be listed until its new parent collects it.
    const isRunning = (pid: string) => {
      try {
        return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    };
    write('words.ts', starts(join(cwd, 'first')) + hangs + PLUGIN);
    await expect.poll(() => pidIn('first')).toMatch(/^\d+$/);
    expect(isRunning(pidIn('first'))).toBe(true);
    write('words.ts', PLUGIN);
    await says('words.ts changed: check interrupted\nwords.ts changed: check ok, types ok, tests ok\n');
    expect(isRunning(pidIn('first'))).toBe(false);
    write('words.ts', starts(join(cwd, 'second')) + hangs + PLUGIN);
    await expect.poll(() => pidIn('second')).toMatch(/^\d+$/);
    await end();
    expect(isRunning(pidIn('second'))).toBe(false);
  });

  it('notices a change of an import of a plugin', async () => {
    const { write, says } = await developing(
      {
        ...FILES,
        'words.ts': PLUGIN.replace('\n\n', "\nimport { end } from './end.ts';\n\n").replace('letters`', '${end}`'),
        'end.ts': "export const end = 'letters';\n",
      },
      ['--folder'],
    );
    await says(/tests ok\n/);
    write('end.ts', "export const end = 'signs';\n");
    await says(/end\.ts changed: check ok, types \w+, tests FAILED\n/);
  });

  it('notices a skill that changes, and one that comes', async () => {
    const skill = (name: string, text: string) => `---\nname: ${name}\ndescription: ${text}\n---\nDo it.\n`;
    const { write, says } = await developing({
      'agent.config.yaml': 'skills: { dirs: [./skills] }\nagents: { a: {} }\n',
      'skills/one/SKILL.md': skill('one', 'Does one thing.'),
    });
    await says('agent.config.yaml: check ok\n');
    write('skills/one/SKILL.md', skill('one', 'Does one other thing.'));
    await says('skills/one/SKILL.md changed: check ok\n');
    write('skills/two/SKILL.md', skill('two', 'Does two things.'));
    await says(/skills changed: check ok\n/);
  });
});
