import { expect, it } from 'vitest';
import { isEngineCall } from './is-engine-call.js';

it('a call is one of the engine when it begins with a flag and has one of the three that say so (CLI-01, CLI-02)', () => {
  expect(isEngineCall(['-p', 'hi'])).toBe(true);
  expect(isEngineCall(['--output-format', 'stream-json', '--input-format=stream-json'])).toBe(true);
  for (const argv of [[], ['--help'], ['-v'], ['run', '-p'], ['run', '--output-format', 'json']])
    expect(isEngineCall(argv)).toBe(false);
});
