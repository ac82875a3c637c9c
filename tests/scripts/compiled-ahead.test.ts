import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { calledNames, compiledAhead } from '../../configs/compiled-ahead.js';

const run = async <T>(code: string): Promise<T> => import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<T>;

const CODE = `
  const early = later(2);
  function later(n) { return twice(n) + 1; function twice(m) { return m * 2; } }
  async function wait(n = later(1)) { return n; }
  function* count(n) { for (let i = 0; i < n; i++) yield i; }
  async function* slowly(n) { for (const one of count(n)) yield await wait(one); }
  const arrow = (list) => list.map((one) => one + 1).filter(function (one) { return one > 2; });
  const single = one => one, asynchronous = async one => one, named = function inner(n) { return n === 0 ? inner.name : inner(n - 1); };
  function self() { return self.name + arguments.length + typeof this; }
  if (early > 0) { function inBlock() { return 'block'; } var block = inBlock(); }
  class Box { #held = 1; constructor(n) { this.n = n; } sum() { return [this.n, this.#held].reduce((a, b) => a + b); } get double() { return later(this.n); } }
  const object = { method(n) { return single(n); }, get value() { return arrow([1, 2, 3]); }, plain: (n) => n, word: function () { return this.plain(4); } };
  const odd = { 'a-b': () => '( => )', text: \`\${arrow([5])}function x(){}\` };
  export default async function () {
    const all = []; for await (const one of slowly(3)) all.push(one);
    return [early, all, arrow([1, 2, 3]), single(1), await asynchronous(2), named(2), named.name, self(1, 2), block, new Box(3).sum(), new Box(2).double,
      object.method(7), object.value, object.word(), odd['a-b'](), odd.text, [later, wait, count, slowly, arrow, single, asynchronous].map(({ name }) => name)];
  }
  export { later, arrow as renamed };
`;
const NAMES = [
  'later',
  'twice',
  'wait',
  'count',
  'slowly',
  'arrow',
  'single',
  'asynchronous',
  'named',
  'self',
  'inBlock',
  'inner',
];

/** Older versions of V8 see the mark only at functions that begin with the word `function`. */
const ARROWS = Number(process.versions.node.split('.')[0]) >= 24 ? ['arrow'] : [];

interface Exports {
  default(): Promise<unknown[]>;
  later(n: number): number;
}

/** The functions that V8 parsed with the file, and those that it parsed once more when they were called. */
function parsedBy(code: string): { readonly ahead: readonly string[]; readonly called: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-ahead-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, log] = [join(folder, 'it.mjs'), join(folder, 'v8.log')];
  writeFileSync(file, code);
  const flags = ['--log-function-events', `--logfile=${log}`, '--no-logfile-per-isolate'];
  const { status, stderr } = spawnSync(process.execPath, [...flags, file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const lines = readFileSync(log, 'utf8').split('\n');
  const script = lines.find((line) => line.startsWith('script-details,') && line.includes('it.mjs'))?.split(',')[1];
  const of = (event: string) => {
    const found = lines
      .map((line) => line.split(','))
      .filter(([kind, what, id]) => kind === 'function' && what === event && id === script);
    return found.map((fields) => fields[7] ?? '').filter((name) => name !== '');
  };
  const called = of('parse-function');
  return { called, ahead: of('interpreter').filter((name) => !called.includes(name)) };
}

describe('code with marked functions', () => {
  it.each([
    ['all of them', NAMES],
    ['those outside', ['later', 'wait', 'count', 'arrow']],
    ['those inside', ['twice', 'inner']],
  ])('does what it did, and the functions keep their names: %s', async (_, names) => {
    const marked = compiledAhead(CODE, new Set(names));
    expect(marked).not.toBe(CODE);
    const [was, is] = [await run<Exports>(CODE), await run<Exports>(marked)];
    expect(await is.default()).toEqual(await was.default());
    expect([is.later(3), Object.keys(is)]).toEqual([7, Object.keys(was)]);
  });

  it('is the same code where no name is given, or none is known', () => {
    expect(compiledAhead(CODE, new Set())).toBe(CODE);
    expect(compiledAhead(CODE, new Set(['absent', 'sum', 'method', 'plain']))).toBe(CODE);
  });

  it.each([
    ['first', 'function a(n) { return b(n); } function b(n) { return n + 1; } export { a };'],
    ['last', 'const x = 1; export { a }; function b(n) { return n + x; } function a(n) { return b(n); }'],
    ['first in a body', 'export { a }; function a(n) {function b(m) { return m + 1; } return b(n); }'],
    [
      'behind a line of its own',
      '#!/usr/bin/env node\nfunction a(n) { return b(n); } function b(n) { return n + 1; } export { a };',
    ],
  ])('may stand anywhere: %s', async (_, code) => {
    for (const names of [['a'], ['b'], ['a', 'b']]) {
      const { a } = await run<{ a(n: number): number }>(compiledAhead(code, new Set(names)));
      expect(a(1), String(names)).toBe(2);
    }
  });

  it.each([
    ['a variable', 'let x = 1\nfunction a() { return x }\n[0].map(a)\nexport { a, x };'],
    ['an arrow function', 'let x = () => 1\nfunction a() { return 1 }\n(function () { a() })()\nexport { a, x };'],
    ['an expression', 'let x = 0; x = 1\nfunction a() { return x }\n`${a()}`\nexport { a, x };'],
    ['a branch', 'let x = 0; if (x === 0) x = 1\nfunction a() { return x }\n[0].map(a)\nexport { a, x };'],
    ['an export', 'export let x = 1\nfunction a() { return x }\n[0].map(a)\nexport { a };'],
    ['a return', 'export function a() { let x = 1; return x\nfunction b() { return x }\n(x - 1).toFixed(2) }'],
    ['two functions', 'let x = 1\nfunction a() { return b() }\nfunction b() { return x }\n[0].map(a)\nexport { a, x };'],
  ])('leaves a statement without a semicolon, whose end was the function behind it, by itself: %s', async (_, code) => {
    for (const names of [['a'], ['b'], ['a', 'b']]) {
      const { a } = await run<{ a(): number }>(compiledAhead(code, new Set(names)));
      expect(a(), String(names)).toBe(1);
    }
  });

  it.each([
    ['declared twice', 'function f() { return a(); function a() { return 0; } function a() { return 1; } } export { f };'],
    ['named as a parameter', 'function f(a) { return a(); function a() { return 1; } } export { f };'],
    ['named as a variable', 'function f() { var a = 1; return a; function a() {} } export { f };'],
    [
      'in a loop',
      'function f() { for (let i = 0; i < 2; i++) { function a() { return i; } var last = a(); } return last; } export { f };',
    ],
    ['in a branch', 'function f(n = 1) { switch (n) { case 1: function a() { return 1; } return a(); } } export { f };'],
    ['behind a label', 'function f() { one: { function a() { return 1; } return a(); } } export { f };'],
    [
      'in a class',
      'class C { static n = a(); static { function b() { return 0; } this.n += b(); } }\nfunction a() { return 1; }\nexport const f = () => C.n;',
    ],
    ['assigned to', 'function a() { a = () => 1; return a(); }\nconst f = () => a();\nexport { f };'],
    ['exported where it is declared', 'export function f() { return a(); }\nfunction a() { return 1; }'],
    ['a constructor', 'function f() { return new a().n; function a() { this.n = 1; } } export { f };'],
  ])('does what it did with a function that is %s', async (_, code) => {
    const { f } = await run<{ f(): number }>(compiledAhead(code, new Set(['a', 'b', 'f'])));
    expect(f()).toBe(1);
  });

  it('names the function in the trace of an error', async () => {
    const code =
      'function thrower() { throw new Error("odd"); }\nexport function start() { try { thrower(); } catch (error) { return error.stack; } }';
    const { start } = await run<{ start(): string }>(
      compiledAhead(code.replace('export ', '').concat('\nexport { start };'), new Set(['thrower', 'start'])),
    );
    expect(start()).toMatch(/at thrower [\s\S]*at (?:Module\.)?start /);
  });

  it('is compiled by V8 with its file, functions without a name inside too, and no other function is', () => {
    const code = `
      function marked(list) { return list.map((one) => one + plain()); }
      function plain() { return 1; }
      const arrow = (n) => marked([n]);
      const other = (n) => n;
      function never() { return 1; }
      arrow(other(1));
    `;
    expect(parsedBy(code)).toEqual({ ahead: [], called: expect.arrayContaining(['marked', 'plain']) });
    const { ahead, called } = parsedBy(compiledAhead(code, new Set(['marked', 'arrow'])));
    expect(ahead).toEqual(expect.arrayContaining(['marked', ...ARROWS]));
    expect([called.includes('plain'), called.includes('marked'), ahead.includes('never'), ahead.includes('plain')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the names of the functions that were called', () => {
  it('are the same in marked code, by the ends of the functions', () => {
    const names = (code: string) => [...calledNames(code, () => true)].sort();
    expect(names(CODE)).toEqual(expect.arrayContaining(['later', 'twice', 'arrow', 'named']));
    expect(names(compiledAhead(CODE, new Set(NAMES)))).toEqual(names(CODE));
  });

  it('leave out functions that were not called', () => {
    const code = 'function a() {}\nconst b = () => 1;\nclass C { c() {} }';
    expect(calledNames(code, (end) => end === code.indexOf('\n'))).toEqual(['a']);
  });
});
