import { expect, it } from 'vitest';
import { memoryIo } from '../../../cli/src/testing/memory-io.js';
import { runEngine } from './run-engine.js';

it.each([
  [['-p', 'hi', '--output-format', 'stream-json'], /--output-format=stream-json .*--verbose/],
  [['--input-format', 'stream-json', '-p', 'hi'], /--input-format=stream-json .*--output-format=stream-json/],
  [['-p', 'hi', '--output-format', 'xml'], /"xml".*stream-json/],
  [['-p', 'hi', '--input-format', 'xml'], /"xml".*stream-json/],
  [['-p', 'hi', '--session-id', 'mine'], /--session-id.*"mine" is not a UUID/],
  [['-p', 'hi', '--mcp-config', '{"mcpServers":'], /--mcp-config/],
  [['-p', 'hi', '--mcp-config', 'missing.json'], /missing\.json/],
  [['-p', 'hi', '--mcp-config', '{}'], /mcpServers/],
  [['-p', 'hi', '--max-turns', 'many'], /--max-turns.*"many"/],
  [['-p', 'hi', '--alowedTools', 'Read'], /--alowedTools.*Did you mean allowedTools/],
  [['-p', 'hi', '--model'], /--model needs a value/],
])('%j does not start: one line on standard error, exit code 1 (CLI-01)', async (args, said) => {
  const { io, written } = memoryIo();
  expect(await runEngine(args, io)).toBe(1);
  const { out, told } = written();
  expect(out).toBe('');
  expect(told).toMatch(said);
  expect(told.trimEnd().split('\n')).toHaveLength(1);
});

it('--help lists every flag (CLI-02)', async () => {
  const { io, written } = memoryIo();
  expect(await runEngine(['-p', '--help'], io)).toBe(0);
  for (const flag of ['--allowedTools A,B', '--mcp-config VALUE', '--resume VALUE', '--max-turns N'])
    expect(written().out).toContain(flag);
});
