import { expect, it } from 'vitest';
import { ARGS, setUp } from './testing/scripts.test-kit.js';

const text = { type: 'string' };
const printed = (content: string) => content.split('\n').map((line) => JSON.parse(line) as string);

it('gives each value to the program as one argument, without a shell', async () => {
  const { call } = await setUp(
    {
      run: ['./args.mjs', '--env={env}', '{?dry}--dry-run', '--', '{files...}'],
      input: { env: text, dry: { type: 'boolean', default: false }, files: { type: 'array', items: text } },
    },
    { files: { 'args.mjs': ARGS } },
  );
  const result = await call({ env: 'a b; touch x', files: ['-rf', '$(id)', '*', ''] });
  expect(printed(result.content)).toEqual(['--env=a b; touch x', '--', '-rf', '$(id)', '*', '']);
  expect(printed((await call({ env: '', dry: true, files: [] })).content)).toEqual(['--env=', '--dry-run', '--']);
});
