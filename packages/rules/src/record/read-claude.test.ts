import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { propose } from '../suggest/propose.js';
import { setOf } from './calls.test-kit.js';
import { bashed, type ClaudeFolders, called, claudeFolders, FORBIDDEN, mode, NOBODY, REJECTED } from './claude.test-kit.js';
import { readClaude } from './read-claude.js';

const setIn = ({ workspace, home }: ClaudeFolders) => ({ ...setOf([]), workspace, home, roots: [workspace], agents: {} });
const readIn = (folders: ClaudeFolders) => readClaude(setIn(folders), { HOME: folders.home });
const answersIn = (folders: ClaudeFolders) => readIn(folders).calls.map(({ answer }) => answer);
const rulesIn = async (folders: ClaudeFolders) =>
  (await propose(readIn(folders), setIn(folders))).rules.map(({ rule, text }) => `${rule.behavior} ${text}`);
const thrice = (one: () => readonly object[]) => [1, 2, 3].flatMap(one);

describe('a transcript of Claude Code', () => {
  it('says of each call what it touches, whether it ran, and who refused it', () => {
    const folders = claudeFolders();
    folders.transcript('s', [
      mode('default'),
      ...bashed('make all'),
      ...bashed('make deploy', REJECTED),
      ...bashed('make x', FORBIDDEN),
      ...bashed('make y', NOBODY),
      ...called('Edit', { file_path: join(folders.workspace, 'src/a.ts') }),
      ...called('MultiEdit', { file_path: 'src/b.ts' }),
      ...called('WebFetch', { url: 'https://docs.example/x' }),
      ...called('mcp__crm__find', { name: 'ann' }),
      ...called('TodoWrite', { todos: [] }),
    ]);
    const { calls, unclear, unread } = readIn(folders);
    expect([unclear, unread]).toEqual([[], []]);
    expect(calls.map(({ call, answer, ran, refused, spared }) => [call.tool.name, answer, ran, refused, spared])).toEqual([
      ['Bash', 'allowed', true, false, ['Bash(make all)']],
      ['Bash', 'denied', false, true, ['Bash(make deploy)']],
      ['Bash', undefined, false, true, ['Bash(make x)']],
      ['Bash', 'nobody', false, false, ['Bash(make y)']],
      ['Edit', 'allowed', true, false, ['Edit(/src/a.ts)']],
      ['Edit', 'allowed', true, false, ['Edit(/src/b.ts)']],
      ['WebFetch', 'allowed', true, false, ['WebFetch(domain:docs.example)']],
      ['mcp__crm__find', 'allowed', true, false, ['mcp__crm__find']],
    ]);
    expect(calls[0]).toMatchObject({ source: 'claude', session: 's', agents: [], at: Date.parse('2026-11-01T10:00:01Z') });
  });

  it('counts a call that is in the files of two sessions once', () => {
    const folders = claudeFolders();
    const entries = [mode('default'), ...bashed('make all')];
    folders.transcript('s', entries);
    folders.transcript('t', [...entries, ...bashed('make one')]);
    expect(answersIn(folders)).toEqual(['allowed', 'allowed']);
  });

  it('leads to rules for what passed, and to none for what was refused', async () => {
    const folders = claudeFolders();
    folders.transcript('s', [
      mode('default'),
      ...['a', 'b', 'c'].flatMap((name) => called('Write', { file_path: `src/${name}.ts` })),
      ...['a', 'b', 'c'].flatMap((name) => called('Write', { file_path: `keys/${name}.ts` })),
      ...called('Edit', { file_path: 'keys/main.ts' }, REJECTED),
      ...thrice(() => bashed('git push', REJECTED)),
    ]);
    expect(await rulesIn(folders)).toEqual(['allow Edit(/src/**)', 'deny Bash(git push)']);
  });
});

describe('a call that passed is no approval', () => {
  const passed = (prepare: (folders: ClaudeFolders) => readonly object[], name = 's') => {
    const folders = claudeFolders();
    folders.transcript(name, prepare(folders));
    return answersIn(folders);
  };

  it.each(['acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto', 'unknown'])('in the mode %s', (name) => {
    expect(passed(() => [mode(name), ...bashed('make all')])).toEqual([undefined]);
  });

  it('in an unknown mode, for a program, or of a subagent', () => {
    expect(passed(() => bashed('make all'))).toEqual([undefined]);
    const program = (entry: object) => ({ ...entry, entrypoint: 'sdk-ts' });
    expect(passed(() => [mode('default'), ...bashed('make all').map(program)])).toEqual([undefined]);
    const inside = (entry: object) => ({ ...entry, isSidechain: true });
    expect(passed(() => [mode('default'), ...bashed('make all').map(inside)])).toEqual([undefined]);
    expect(
      passed(({ transcript }) => {
        transcript('s/subagents/agent-1', [mode('default'), ...bashed('make all')]);
        return [mode('default')];
      }),
    ).toEqual([undefined]);
  });

  it.each([
    ['work/.claude/settings.json', 'Bash(make:*)'],
    ['work/.claude/settings.local.json', 'Bash(ma* x)'],
    ['home/.claude/settings.json', 'Bash'],
  ])('if %s has an allow rule that may have let it pass: %s', (file, rule) => {
    expect(
      passed((folders) => {
        folders.file(join(folders.workspace, '..', file), JSON.stringify({ permissions: { allow: [3, '', rule] } }));
        return [mode('default'), ...bashed('make all'), ...called('WebFetch', { url: 'https://a.example/' })];
      }),
    ).toEqual([undefined, 'allowed']);
  });

  it.each([
    ['Write', 'Edit', { file_path: 'src/a.ts' }],
    ['mcp__crm', 'mcp__crm__find', {}],
    ['mcp__crm__*', 'mcp__crm__find', {}],
    ['WebFetch(domain:other.example)', 'WebFetch', { url: 'https://a.example/' }],
  ])('if the rule %s of the settings may be about it', (rule, name, input) => {
    expect(
      passed((folders) => {
        folders.file(join(folders.workspace, '.claude/settings.json'), JSON.stringify({ permissions: { allow: [rule] } }));
        return [mode('default'), ...called(name, input)];
      }),
    ).toEqual([undefined]);
  });

  it('in a sandbox, in another folder, or after a failure', () => {
    expect(
      passed((folders) => {
        folders.file(join(folders.home, '.claude/settings.json'), JSON.stringify({ sandbox: { enabled: true } }));
        return [mode('default'), ...bashed('make all')];
      }),
    ).toEqual([undefined]);
    const elsewhere = (entry: object) => ({ ...entry, cwd: '/elsewhere' });
    expect(passed(() => [mode('default'), ...bashed('make all').map(elsewhere)])).toEqual([undefined]);
    const failed = { is_error: true, content: '<tool_use_error>File has not been read yet.</tool_use_error>' };
    expect(passed(() => [mode('default'), ...called('Edit', { file_path: 'src/a.ts' }, failed)])).toEqual([]);
  });

  it('if it writes a file beside its words: the name may be a link by now', () => {
    expect(passed(() => [mode('default'), ...bashed('make all > out.txt')])).toEqual([undefined]);
  });
});

describe('whose transcripts count', () => {
  const entries = () => [mode('default'), ...thrice(() => bashed('make all'))];

  it('not those in the repository', () => {
    const folders = claudeFolders();
    const path = folders.transcript('s', entries());
    mkdirSync(join(folders.workspace, '.claude'));
    renameSync(join(path, '../..'), join(folders.workspace, '.claude/projects'));
    expect(readIn(folders).calls).toEqual([]);
  });

  it('not those of another folder whose path has the same name', () => {
    const folders = claudeFolders();
    const other = folders.workspace.replace(/\/work$/, '-work');
    folders.transcript(
      's',
      entries().map((entry) => ({ ...entry, cwd: other })),
    );
    expect(readIn(folders).calls).toEqual([]);
  });

  it('not those that a link leads to', () => {
    const folders = claudeFolders();
    const path = folders.transcript('s', entries());
    renameSync(path, join(folders.workspace, 's.jsonl'));
    symlinkSync(join(folders.workspace, 's.jsonl'), path);
    expect(readIn(folders).calls).toEqual([]);
  });
});

describe('a hostile transcript', () => {
  it('names no place to which a link leads that is younger than the call', () => {
    const folders = claudeFolders();
    folders.transcript('s', [
      mode('default'),
      ...['a', 'b', 'c'].flatMap((name) => called('Write', { file_path: `src/${name}` })),
    ]);
    mkdirSync(join(folders.home, '.ssh'));
    symlinkSync(join(folders.home, '.ssh'), join(folders.workspace, 'src'));
    const { calls, unclear } = readIn(folders);
    expect([calls, unclear.map(({ why }) => why)]).toEqual([[], Array(3).fill('a link is on the way of its path now')]);
  });

  it('breaks no reader', async () => {
    const folders = claudeFolders();
    const path = folders.transcript('s', [
      { permissionMode: { a: 1 }, type: 'user' },
      mode('default'),
      ...called('Bash', { command: 7 }),
      ...called('Bash', { command: '' }),
      ...called('Edit', { file_path: 'a\0b' }),
      ...called('WebFetch', { url: 'no address' }),
      ...called('__proto__', {}),
      ...called('mcp__', {}),
      ...called('mcp__a__b(*)', {}),
      ...called('Bash', { command: `${'('.repeat(20_000)}` }),
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'nobody', content: {} }] } },
    ]);
    folders.file(
      `${path.slice(0, -6)}2.jsonl`,
      '{"type":"user","cwd"\n\u0000\n[]\nnull\n{"type":"assistant","message":{"content":[null,{}]}}\n',
    );
    expect(await rulesIn(folders)).toEqual([]);
    expect(readIn(folders).unclear).toHaveLength(4);
  });
});
