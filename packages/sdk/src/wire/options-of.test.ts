import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseEngineArguments } from './flags.js';
import { optionsOf } from './options-of.js';

const cwd = mkdtempSync(join(tmpdir(), 'loadout-options-'));
afterAll(() => rmSync(cwd, { recursive: true }));
const NOTHING = { cwd, allowDangerouslySkipPermissions: false, enableFileCheckpointing: false };
const options = (...argv: string[]) => optionsOf(parseEngineArguments(argv).flags, { cwd, env: {} });

describe('flags as options of a query (CLI-02)', () => {
  it('what is not said is not there, so that initialize may say it', () => {
    expect(options()).toEqual(NOTHING);
  });

  it('each flag is the option that the SDK made it of', () => {
    expect(
      options(
        ...['--model=m', '--fallback-model=n', '--max-turns=3', '--max-budget-usd=0.5', '--effort=low', '--agent=a'],
        ...[
          '--allowedTools=Read',
          '--disallowedTools=Bash',
          '--tools=Read,Edit',
          '--permission-mode=plan',
          '--strict-mcp-config',
        ],
        ...['--include-partial-messages', '--include-hook-events', '--no-session-persistence', '--fork-session', '--continue'],
        ...['--setting-sources=user,project', '--add-dir=/x', '--betas=b', '--thinking=adaptive', '--resume-session-at=u'],
      ),
    ).toEqual({
      ...NOTHING,
      ...{ model: 'm', fallbackModel: 'n', maxTurns: 3, maxBudgetUsd: 0.5 },
      ...{ effort: 'low', agent: 'a', allowedTools: ['Read'], disallowedTools: ['Bash'], tools: ['Read', 'Edit'] },
      ...{ permissionMode: 'plan', strictMcpConfig: true, includePartialMessages: true, includeHookEvents: true },
      ...{ persistSession: false, forkSession: true, continue: true, settingSources: ['user', 'project'] },
      ...{ additionalDirectories: ['/x'], betas: ['b'], thinking: { type: 'adaptive' }, resumeSessionAt: 'u' },
    });
  });

  it('the base set of tools is all, none, or those that are named', () => {
    expect(options('--tools=default').tools).toBeUndefined();
    expect(options('--tools=').tools).toEqual([]);
  });

  it('a system prompt is whole, appended to the preset, or both; from a file too', () => {
    writeFileSync(join(cwd, 'prompt.txt'), 'From a file.');
    expect(options('--system-prompt', '').systemPrompt).toBe('');
    expect(options('--system-prompt-file=prompt.txt').systemPrompt).toBe('From a file.');
    expect(options('--append-system-prompt=More.').systemPrompt).toEqual({
      type: 'preset',
      preset: 'claude_code',
      append: 'More.',
    });
    expect(options('--system-prompt=A.', '--append-system-prompt=B.').systemPrompt).toBe('A.\n\nB.');
  });

  it('servers, agents, schema and managed settings are JSON, or a file with it', () => {
    writeFileSync(join(cwd, 'mcp.json'), '{"mcpServers":{"b":{"command":"y"}}}');
    const { mcpServers, agents, outputFormat } = options(
      ...['--mcp-config={"mcpServers":{"a":{"command":"x"}}}', '--mcp-config=mcp.json'],
      ...['--agents={"r":{"description":"d","prompt":"p"}}', '--json-schema={"type":"object"}'],
    );
    expect(mcpServers).toEqual({ a: { command: 'x' }, b: { command: 'y' } });
    expect(agents).toEqual({ r: { description: 'd', prompt: 'p' } });
    expect(outputFormat).toEqual({ type: 'json_schema', schema: { type: 'object' } });
  });

  it.each([
    ['--mcp-config={}', 'it has no object mcpServers'],
    ['--mcp-config=none.json', 'none.json'],
    ['--agents=[]', 'ENOENT'],
    ['--session-id=x', '"x" is not a UUID'],
  ])('%s cannot be used', (flag, problem) => {
    expect(() => options(flag)).toThrow(
      expect.objectContaining({ code: 'USAGE_FLAG_CONTENT', message: expect.stringContaining(problem) }),
    );
  });
});

it('flags that name, forward and exclude are options of the query (GAP-D6)', () => {
  const args = ['--name=release', '--forward-subagent-text', '--exclude-dynamic-system-prompt-sections'];
  expect(optionsOf(parseEngineArguments(args).flags, { cwd: '/w', env: {} })).toMatchObject({
    title: 'release',
    forwardSubagentText: true,
    systemPrompt: { type: 'preset', preset: 'claude_code', excludeDynamicSections: true },
  });
});
