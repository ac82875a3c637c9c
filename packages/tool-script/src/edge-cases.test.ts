import { chmodSync, existsSync, mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { breadth } from '../../../tests/lib/breadth.js';
import type { Declaration } from './check/declaration.js';
import { ARGS, type Bench, putFile, setUp } from './testing/scripts.test-kit.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };

/** Three ways of a value to a program, which prints what it got as JSON. */
const WAYS: readonly (readonly [string, Partial<Declaration>])[] = [
  ['run', { run: ['./args.mjs', '--', '{x}'], input: { x: text } }],
  ['script', { script: './stdin.mjs', stdin: 'json', input: { x: text } }],
  ['shell', { shell: './args.mjs -- "$x"', input: { x: { ...text, dash: true } } }],
];
const STDIN =
  '#!/usr/bin/env node\nlet all = "";\nfor await (const one of process.stdin) all += one;\nconsole.log(JSON.stringify(JSON.parse(all).x));\n';
const FILES = { 'args.mjs': ARGS, 'stdin.mjs': STDIN };
const lastLine = (content: string) => JSON.parse(content.split('\n').at(-1) ?? '') as string;

describe.each(WAYS)('a value by %s', (_way, declaration) => {
  it('arrives as it is, and does nothing else', async () => {
    const { call, folder } = await setUp(declaration, { files: FILES });
    const values = [
      ...[
        '; touch made',
        '$(touch made)',
        '`touch made`',
        'a\nb',
        '\'"',
        '*',
        '~',
        '-rf',
        '--help',
        'a  b',
        '{x}',
        '$x',
        '%s',
        '\\n',
      ],
      ...['\u{1f600}', 'ünï', '&& touch made', '| touch made', '> made', '${IFS}', '!!', '#a', '\t', 'x'.repeat(9_000)],
    ];
    // Each value starts a program.
    for (const x of values.filter((_, index) => index % breadth(1, 6) === 0)) {
      const { content, isError } = await call({ x });
      expect([isError, lastLine(content)]).toEqual([false, x]);
    }
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  it('may be an empty text', async () => {
    const { call } = await setUp(declaration, { files: FILES });
    expect(lastLine((await call({ x: '' })).content)).toBe('');
  });

  it('is refused with a type, a case or a key that the schema does not have', async () => {
    const { call, context } = await setUp(
      { ...declaration, input: { x: { ...text, dash: true, enum: ['staging'] } } },
      { files: FILES },
    );
    for (const input of [
      { x: 1 },
      { x: 'Staging' },
      { x: 'staging', BASH_ENV: './evil.sh' },
      { x: 'staging', PATH: '/tmp' },
      {},
    ]) {
      const { content, isError } = await call(input);
      expect([isError, content]).toEqual([true, expect.stringMatching(/must be|is required|unknown|not allowed|is not/i)]);
    }
    expect(context.permitted).toEqual([]);
  });
});

const refusal = async (declaration: Partial<Declaration>, input: unknown): Promise<string | undefined> => {
  const { tool, context } = await setUp(declaration, { files: FILES });
  return tool.validateInput?.(input as never, context);
};

describe('a value that no program gets as it is', () => {
  it.each(WAYS.filter(([way]) => way !== 'script'))(
    'is refused by %s: NUL, half a character, a megabyte',
    async (_way, declaration) => {
      expect(await refusal(declaration, { x: 'a\0b' })).toContain('null byte');
      expect(await refusal(declaration, { x: 'a\ud800b' })).toContain('lone surrogate');
      expect(await refusal(declaration, { x: 'x'.repeat(1024 * 1024) })).toContain('E2BIG');
    },
  );

  it('goes by stdin: json: a megabyte and NUL', async () => {
    const { call } = await setUp({ script: './stdin.mjs', stdin: 'json', input: { x: text } }, { files: FILES });
    const x = `\0${'x'.repeat(20_000)}`;
    expect(lastLine((await call({ x })).content)).toBe(x);
    const size = await setUp({ run: ['wc', '-c'], stdin: 'json', input: { x: text } });
    expect(Number((await size.call({ x: 'x'.repeat(1024 * 1024) })).content)).toBe(1024 * 1024 + '{"x":""}'.length);
  });

  it.each([
    [['make', '{x}'], 'SHELL=/tmp/evil'],
    [['gmake', '--', '{x}'], 'SHELL=/tmp/evil'],
    [['/usr/bin/make', 'V={x}'], '$(shell id)'],
    [['env', 'A=1', 'make', '{x}'], '.SHELLFLAGS=-c id'],
  ])('that make would read as a variable is refused: %j', async (run, x) => {
    expect(await refusal({ run, input: { x: text } }, { x })).toMatch(/reads "=" and "\$" as variables/);
    expect(await refusal({ run, input: { x: text } }, { x: 'all' })).toBeUndefined();
    expect(await refusal({ run, input: { x: { ...text, dash: true } } }, { x })).toBeUndefined();
  });

  it('that make in a shell text would read as a variable is refused, and other programs take it', async () => {
    const input = { x: text };
    expect(await refusal({ shell: 'cd src && make -- "$x"', input }, { x: 'SHELL=/tmp/evil' })).toMatch(/and make reads/);
    expect(await refusal({ run: ['echo', '{x}'], input }, { x: 'a=$b' })).toBeUndefined();
    expect(await refusal({ run: ['cmake', '{x}'], input }, { x: 'a=b' })).toBeUndefined();
  });

  it('is refused where it would be an option, unless -- stands in front or the property says dash', async () => {
    expect(await refusal({ run: ['ls', '{x}'], input: { x: text } }, { x: '-la' })).toContain('begins with "-"');
    expect(await refusal({ run: ['ls', '{y}{x}'], input: { x: text, y: text } }, { y: '', x: '-la' })).toContain(
      'begins with "-"',
    );
    expect(await refusal({ run: ['ls', '{x...}'], input: { x: list } }, { x: ['a', '-la'] })).toContain('begins with "-"');
    expect(await refusal({ shell: 'ls "$x"', input: { x: text } }, { x: '-la' })).toContain('begins with "-"');
    expect(await refusal({ run: ['ls', '--', '{x}'], input: { x: text } }, { x: '-la' })).toBeUndefined();
    expect(await refusal({ run: ['ls', '--sort={x}'], input: { x: text } }, { x: '-la' })).toBeUndefined();
    expect(await refusal({ run: ['ls', '{x}'], input: { x: { ...text, dash: true } } }, { x: '-la' })).toBeUndefined();
  });
});

describe('what a call may leave out', () => {
  it('leaves out the argument; an empty list gives none; false leaves out its word', async () => {
    const { call } = await setUp(
      {
        run: ['./args.mjs', '--a={a}', '{b...}', '{?c}-c', 'end'],
        input: { a: { ...text, required: false }, b: list, c: { type: 'boolean', default: false } },
      },
      { files: FILES },
    );
    expect((await call({ b: [] })).content).toBe('"end"');
    expect((await call({ a: '1', b: ['2'], c: true })).content).toBe('"--a=1"\n"2"\n"-c"\n"end"');
  });
});

const fails = async (bench: Bench, input: unknown = {}) => {
  const { content, isError } = await bench.call(input);
  expect(isError).toBe(true);
  return content;
};

describe('a script that cannot be started says why', () => {
  it.each([
    ['has no x bit', { 'a.sh': 'echo' }, 'chmod +x'],
    ['has a carriage return in its first line', { 'a.sh': '#!/bin/sh\r\necho\r\n' }, 'carriage return'],
    ['names an interpreter that is missing', { 'a.sh': '#!/opt/no/python9\n' }, '/opt/no/python9'],
    ['is missing', {}, 'is no file'],
  ])('%s', async (_what, files, why) => {
    expect(await fails(await setUp({ script: './a.sh' }, { files }))).toContain(why);
  });

  it('has no first line that says what runs it', async () => {
    const bench = await setUp({ script: './a.sh' }, { files: { 'a.sh': 'echo one\n' } });
    chmodSync(join(bench.folder, 'a.sh'), 0o755);
    expect(await fails(bench)).toContain('does not say what runs it');
  });

  it('a program that is not on the PATH', async () => {
    expect(await fails(await setUp({ run: ['no-such-program-9'] }))).toContain(
      'could not be started: there is no program no-such-program-9 in',
    );
  });
});

describe('the file of a tool', () => {
  it('is the one of the beginning: after a change it does not run', async () => {
    const bench = await setUp({ script: './a.sh' }, { files: { 'a.sh': '#!/bin/sh\necho one\n' } });
    expect((await bench.call()).content).toBe('one');
    putFile(join(bench.folder, 'a.sh'), '#!/bin/sh\necho two\n');
    expect(await fails(bench)).toContain('is not what it was when this session began');
  });

  it('may be a link, which leads to the same file as in the beginning', async () => {
    const files = { 'one.sh': '#!/bin/sh\necho one\n', 'two.sh': '#!/bin/sh\necho one\n' };
    const bench = await setUp({ script: './link.sh' }, { files });
    symlinkSync('one.sh', join(bench.folder, 'link.sh'));
    const again = await setUp({ script: join(bench.folder, 'link.sh') });
    expect((await again.call()).content).toBe('one');
    unlinkSync(join(bench.folder, 'link.sh'));
    symlinkSync('two.sh', join(bench.folder, 'link.sh'));
    expect(await fails(again)).toContain('is not what it was');
  });
});

describe('the place of a call', () => {
  it('is the folder of the session, or cwd inside the working directories', async () => {
    const here = await setUp({ run: ['pwd'] });
    expect((await here.call()).content).toBe(here.folder);
    const below = await setUp({ run: ['pwd'], cwd: 'sub' });
    mkdirSync(join(below.folder, 'sub'));
    expect((await below.call()).content).toBe(join(below.folder, 'sub'));
    expect(await fails(await setUp({ run: ['pwd'], cwd: '..' }))).toContain('is not in the working directories');
    expect(await fails(await setUp({ run: ['pwd'], cwd: '/' }))).toContain('is not in the working directories');
  });

  it('has only the basic variables and its own', async () => {
    const { call } = await setUp({ run: ['env'], env: { TOKEN: 'abc' } }, { env: { BASH_ENV: '/tmp/x', LANG: 'C.UTF-8' } });
    const names = (await call()).content.split('\n').map((line) => line.split('=', 1)[0]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME', 'LANG', 'TOKEN']));
    expect(names).not.toContain('BASH_ENV');
  });

  it('a shell text gets the declared names as variables, and no other key', async () => {
    const { call } = await setUp({ shell: 'env; echo "$x"', input: { x: text } });
    expect((await call({ x: 'value' })).content).toContain('\nx=value\n');
  });

  it('makes a path absolute for a tool with a folder of its own', async () => {
    const input = { file: { ...text, format: 'path' } };
    const bench = await setUp({ run: ['./args.mjs', '{file}'], input, cwd: 'sub' }, { files: FILES });
    mkdirSync(join(bench.folder, 'sub'));
    expect(JSON.parse((await bench.call({ file: 'a.txt' })).content)).toBe(join(bench.folder, 'a.txt'));
  });
});

describe('the end of a call', () => {
  it('ends all processes at the timeout, and when it is interrupted', async () => {
    const bench = await setUp({ shell: 'sleep 4213.7 & sleep 4213.7', timeout: '300ms' });
    expect(await fails(bench)).toContain('timed out after 300 ms');
    const left = await setUp({ run: ['sh', '-c', 'ps -eo args= | grep -c "[s]leep 4213.7" || true'] });
    expect((await left.call()).content.trim()).toBe('0');
  });

  it('tells the signal that killed it', async () => {
    expect(await fails(await setUp({ shell: 'kill -9 $$' }))).toContain('killed by SIGKILL');
  });

  it('shows standard error of a failure only, and its last 4 KiB', async () => {
    const script = 'printf "out\\n"; printf "%05000d-end\\n" 0 >&2; exit "$code"';
    const bench = await setUp({ shell: script, input: { code: { type: 'integer' } } });
    expect((await bench.call({ code: 0 })).content).toBe('out');
    const failed = await fails(bench, { code: 3 });
    expect(failed).toMatch(/^Exit code 3\nout\nStandard error:\n… 0+-end$/);
    expect(failed.length).toBeLessThan(4_200);
  });

  it('gives exit codes the meaning that the declaration says', async () => {
    const exit = { '0': 'ok', '1': 'tests failed', '*': 'error' };
    const bench = await setUp({ shell: 'echo out; exit "$code"', input: { code: { type: 'integer' } }, exit });
    const ends = await Promise.all([0, 1, 2].map((code) => bench.call({ code })));
    expect(ends.map(({ isError, content }) => [isError, content])).toEqual([
      [false, 'out'],
      [false, 'Exit code 1 (tests failed)\nout'],
      [true, 'Exit code 2\nout'],
    ]);
  });

  it('keeps output that is no UTF-8 as a text', async () => {
    const { content } = await (await setUp({ shell: "printf 'a\\377b'" })).call();
    expect(content).toBe('a\ufffdb');
  });

  it('reads JSON and lines, and says what is wrong with other output', async () => {
    const json = (output: string) => setUp({ run: ['printf', '%s', output], output: 'json' });
    expect((await (await json('{"a":[1]}\n')).call()).structuredContent).toEqual({ a: [1] });
    expect(await fails(await json('{"a":1} done'))).toContain('did not print one JSON value');
    expect(await fails(await json(''))).toContain('did not print one JSON value');
    const lines = await setUp({ run: ['printf', '%s\\n', 'a', 'b'], output: 'lines' });
    expect((await lines.call()).structuredContent).toEqual({ lines: ['a', 'b'] });
  });

  it('leaves a long output in a file', async () => {
    const { call } = await setUp({ shell: 'head -c 9000000 /dev/zero | tr "\\0" a' });
    expect((await call()).content).toContain('bytes left out; the whole output is in');
  });
});

it('a program need not read its input', async () => {
  const { call } = await setUp({ run: ['true'], stdin: 'json', input: { x: text } });
  expect((await call({ x: 'x'.repeat(1_000_000) })).content).toBe('(no output)');
});

it('stdin may be a text with values', async () => {
  const { call } = await setUp({ run: ['cat'], stdin: 'a {x} {{x}}', input: { x: text } });
  expect((await call({ x: '$(id)' })).content).toBe('a $(id) {x}');
});

it('a file in the folder of the session is no program of a bare name', async () => {
  const bench = await setUp({ run: ['no-such-program-9'] });
  writeFileSync(join(bench.folder, 'no-such-program-9'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
  expect(await fails(bench)).not.toContain('planted');
});
