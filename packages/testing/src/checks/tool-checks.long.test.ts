import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyTool, defineTool, permittedPath, type ToolContext, type ToolOutput } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import type { ToolCases, ValidCase } from './tool-cases.js';
import { describeTool, toolChecks } from './tool-checks.js';

const inputSchema = {
  type: 'object',
  properties: { file: { type: 'string' }, list: { type: 'array', items: { type: 'string' }, default: [] } },
  required: ['file'],
  additionalProperties: false,
} as const;

const good: AnyTool = defineTool({
  name: 'ReadIt',
  description: 'Reads a file.',
  inputSchema,
  annotations: { readOnlyHint: true },
  validateInput: ({ file }) => (file === '' ? 'file is empty' : undefined),
  access: ({ file }, context) => [{ kind: 'read', path: join(context.cwd, file) }],
  call: (_, context) => readFileSync(permittedPath(context, 'read'), 'utf8'),
});

const cases: ToolCases = {
  valid: [
    { input: { file: 'a.txt' }, setup: ({ dir }) => writeFileSync(join(dir, 'a.txt'), 'hello'), text: 'hello' },
    { name: 'a missing file', input: { file: 'none' }, isError: true, text: /no such file/ },
  ],
  invalid: [
    { input: { file: 1 }, path: '/file' },
    { input: { file: '' }, refusal: /empty/ },
  ],
};

describeTool(good, { describe, it, ...cases });

/** The names of the checks that fail. */
async function failures(tool: AnyTool, own: Partial<ToolCases> = {}): Promise<string[]> {
  const failed: string[] = [];
  for (const check of toolChecks(tool, { ...cases, ...own })) {
    await check.run().catch((error: Error) => failed.push(`${check.name} | ${error.message}`));
  }
  return failed;
}

describe('a bad tool fails the check that names its fault (PLUG-04)', () => {
  const call = (output: unknown) => ({ ...good, call: () => output as ToolOutput });
  const ok = { valid: [{ input: { file: 'a' } }] };

  it('and a good one fails none', async () => {
    expect(await failures(good)).toEqual([]);
  });

  it.each<[string, object, Partial<ToolCases>]>([
    ['has a name that every model takes', { ...good, name: 'read it!' }, {}],
    ['has a description', { ...good, description: ' ' }, {}],
    ['has an input schema of an object', { ...good, inputSchema: { type: 'string', properties: {} } }, { valid: ok.valid }],
    ['has a sensible maxResultChars', { ...good, maxResultChars: 0 }, {}],
    ['is tested with a valid case', good, { valid: [] }],
    ['is tested with an invalid case', good, { invalid: [] }],
    [
      'is tested with each case once',
      good,
      {
        invalid: [
          { input: {}, path: '/file' },
          { input: {}, path: '/file' },
        ],
      },
    ],
    ['refuses {"file":"fine"}', good, { invalid: [{ input: { file: 'fine' }, path: '/file' }] }],
    ['refuses {"file":2}', good, { invalid: [{ input: { file: 2 }, path: '/other' }] }],
    ['refuses {"file":"taken"}', good, { invalid: [{ input: { file: 'taken' } }] }],
    ['takes: {"file":""}', good, { valid: [{ input: { file: '' } }] }],
    ['answers: {"file":"a"}', call('other'), { valid: [{ input: { file: 'a' }, text: 'this' }] }],
    ['answers: {"file":"b"}', good, { valid: [{ input: { file: 'b' } }] }],
    ['gives back a well-formed result: {"file":"a"}', call({ content: [{ type: 'text' }] }), ok],
    [
      'gives back a well-formed result: {"file":"a"}',
      call({ content: '', isError: true }),
      { valid: [{ ...ok.valid[0], input: { file: 'a' }, isError: true }] },
    ],
    [
      'leaves its input as it was: {"file":"a"}',
      { ...good, call: (input: { list: unknown[] }) => String(input.list.push(1)) },
      ok,
    ],
    [
      'keeps to its output schema: {"file":"a"}',
      {
        ...call({ content: 'x', structuredContent: { n: 'x' } }),
        outputSchema: { type: 'object', properties: { n: { type: 'number' } } },
      },
      ok,
    ],
    ['keeps to its output schema: {"file":"a"}', { ...call('x'), outputSchema: { type: 'object', properties: {} } }, ok],
    ['keeps to its maxResultChars: {"file":"a"}', { ...call('long'), maxResultChars: 2 }, ok],
    ['answers for its flags: {"file":"a"}', { ...call('x'), access: () => [{ kind: 'read', path: 'relative' }] }, ok],
    [
      'answers for its flags: {"file":"a"}',
      {
        ...call('x'),
        isReadOnly: () => {
          throw new Error('flag');
        },
      },
      ok,
    ],
  ])('%s', async (name, tool, own) => {
    const failed = await failures(tool as AnyTool, own);
    expect(failed.join('\n')).toContain(`${name} | `);
  });

  it('opens the paths that it was permitted, and not a path that it resolved again', async () => {
    const again = (_: unknown, { cwd }: { cwd: string }) => readFileSync(join(cwd, 'a.txt'), 'utf8');
    expect(await failures({ ...good, call: again }, { valid: [cases.valid[0] as ValidCase] })).toEqual([
      expect.stringMatching(/^opens the paths that it was permitted: .*ENOENT.*permittedPath\(context/),
    ]);
    const writes = {
      ...good,
      annotations: {},
      access: ({ file }: { file: string }, { cwd }: { cwd: string }) => [{ kind: 'write' as const, path: join(cwd, file) }],
    };
    const write = (to: (context: ToolContext) => string) => (_: unknown, context: ToolContext) =>
      String(writeFileSync(to(context), 'x'));
    const own = { valid: [{ input: { file: 'new.txt' } }] };
    expect(await failures({ ...writes, call: write((context) => permittedPath(context, 'write')) }, own)).toEqual([]);
    expect(await failures({ ...writes, call: write(({ cwd }) => join(cwd, 'new.txt')) }, own)).toEqual([
      expect.stringContaining('it made new.txt at a path that it resolved again'),
    ]);
  });

  it('writes nothing when read-only', async () => {
    const call = (_: unknown, { cwd }: { cwd: string }) => String(writeFileSync(join(cwd, 'new'), ''));
    expect(await failures({ ...good, call }, ok)).toEqual([
      'writes nothing when read-only: {"file":"a"} | The tool ReadIt writes nothing when read-only: {"file":"a"}: it made new',
      expect.stringContaining('names in access what it changes'),
      expect.stringContaining('opens the paths that it was permitted'),
    ]);
  });

  it('stops when it is aborted', async () => {
    const deaf = { ...good, call: (input: { list: unknown[] }) => (input.list.length > 0 ? new Promise<string>(() => {}) : 'x') };
    const failed = await failures(deaf, {
      ...ok,
      slow: { input: { file: 'a', list: ['x'] } },
      abortGraceMs: 20,
    });
    expect(failed.map((line) => line.split(' | ')[0])).toEqual([
      'stops when it is aborted before it starts',
      'stops when it is aborted while it runs',
    ]);
  });
});
