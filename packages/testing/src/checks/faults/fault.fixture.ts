import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AnyTool, defineTool, type HookSet, permittedPath } from '@loadout/core';
import type { ToolCases } from '../tool-cases.js';

/** The things outside of the tool: a folder with `secret.txt`, and an HTTP server. */
export interface World {
  readonly outside: string;
  readonly port: number;
  readonly url: string;
}

/** A fault, the check that finds it, and words of its message. */
export type Fault = readonly [fault: string, plant: (world: World) => Planted, check: string, words: RegExp];

export interface Planted {
  readonly tool?: object;
  readonly cases?: Partial<ToolCases>;
  readonly hooks?: HookSet;
}

const inputSchema = {
  type: 'object',
  properties: { file: { type: 'string', minLength: 1 } },
  required: ['file'],
  additionalProperties: false,
} as const;

/** Reads a note. */
export const probe: AnyTool = defineTool({
  name: 'Probe',
  description: 'Reads a note.',
  inputSchema,
  access: ({ file }, { cwd }) => [{ kind: 'read', path: join(cwd, file) }],
  call: async (_, context) => readFile(permittedPath(context, 'read'), { encoding: 'utf8', signal: context.signal }),
});

export const cases: ToolCases = {
  valid: [{ input: { file: 'a.txt' }, setup: ({ dir }) => writeFile(join(dir, 'a.txt'), 'hello') }],
  invalid: [{ input: {}, path: '/file' }],
  abortGraceMs: 150,
  limitMs: 1_000,
  touches: { fs: 'write' },
};

/** A tool that does something and then answers. */
export const doing = (act: (context: Context, world: World) => unknown) => (world: World) => ({
  tool: {
    async call(_: unknown, context: Context) {
      await act(context, world);
      return 'hello';
    },
  },
});

/** A tool with other members. */
export const being =
  (tool: object, more: Partial<ToolCases> = {}) =>
  () => ({ tool, cases: more });

/** A tool with this answer. */
export const telling =
  (output: unknown, more: object = {}) =>
  () => ({ tool: { ...more, call: () => output } });

export type Context = Parameters<AnyTool['call']>[1];
