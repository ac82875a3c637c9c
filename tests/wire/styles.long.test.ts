import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../lib/loadout.js';
import { answerOf, initialize, type Line, startWire, user, type WireOptions } from './wire.test-kit.js';

const FILES = {
  '.home/.claude/output-styles/pirate.md': '---\nname: Pirate\ndescription: "Talks like a pirate"\n---\nSay ARR.',
  '.claude/output-styles/keeper.md': '---\nkeep-coding-instructions: true\n---\nKEEP-STYLE',
};
const named = (outputStyle: string) => ({ ...FILES, '.home/.claude/settings.json': JSON.stringify({ outputStyle }) });
const PRESET = { appendSystemPrompt: '' };

async function ran({ files, cwd, args = [] }: Pick<WireOptions, 'files' | 'args' | 'cwd'>, request: Line = PRESET) {
  const wire = await startWire({
    files: files ?? FILES,
    ...(cwd === undefined ? {} : { cwd }),
    args,
    replies: [{ text: 'Done.' }],
  });
  wire.write(initialize(request), user('go'));
  wire.closeInput();
  await wire.over();
  const answer = answerOf(wire.of('control_response')[0] ?? {}).response as Line;
  return { wire, answer, init: wire.of('system', 'init')[0], system: JSON.stringify(wire.api.requests[0]?.body.system ?? []) };
}

describe('output styles (W15)', () => {
  it('are listed: the built-in ones, those of the user, those of the project', async () => {
    const { answer, init } = await ran({});
    const all = ['default', 'Proactive', 'Concise', 'Explanatory', 'Learning', 'Pirate', 'keeper'];
    expect(answer).toMatchObject({ output_style: 'default', available_output_styles: all });
    expect(init).toMatchObject({ output_style: 'default' });
    const { answer: alone } = await ran({ args: ['--setting-sources=user'] });
    expect(alone.available_output_styles).not.toContain('keeper');
  });

  it('put their text into the prompt of the preset, in the place of its instructions unless they keep them', async () => {
    const { init, system } = await ran({ files: named('Pirate') });
    expect(init).toMatchObject({ output_style: 'Pirate' });
    expect(system).toContain('# Output style: Pirate\\n\\nSay ARR.');
    expect(system).not.toContain('follow the conventions of the code');
    const { system: kept } = await ran({ files: named('keeper') });
    expect(kept).toContain('KEEP-STYLE');
    expect(kept).toContain('follow the conventions of the code');
  });

  it('of the program go before those of the user', async () => {
    const { init, system } = await ran({ files: named('Pirate'), args: ['--settings={"outputStyle":"Concise"}'] });
    expect(init).toMatchObject({ output_style: 'Concise' });
    expect(system).toContain('# Output style: Concise');
    expect(system).not.toContain('ARR');
  });

  it('that nobody knows are shown and change nothing, as in the reference', async () => {
    const { init, system } = await ran({ files: named('nosuch') });
    expect(init).toMatchObject({ output_style: 'nosuch' });
    expect(system).not.toContain('Output style');
  });

  it('that are pipes are not read, so that no repository can hang the engine', async () => {
    const cwd = project(FILES);
    execFileSync('mkfifo', [join(cwd, '.claude/output-styles/pipe.md')]);
    const { answer } = await ran({ cwd });
    expect(answer.available_output_styles).toContain('keeper');
    expect(answer.available_output_styles).not.toContain('pipe');
  });

  it("add nothing to a program's own system prompt", async () => {
    const { init, system } = await ran({ files: named('Pirate') }, { systemPrompt: ['You count.'] });
    expect(init).toMatchObject({ output_style: 'Pirate' });
    expect(system).toContain('You count.');
    expect(system).not.toContain('ARR');
  });

  it('are read again by reload_output_styles, and listed by /output-style', async () => {
    const wire = await startWire({ files: named('Pirate') });
    const { response } = await wire.ask({ subtype: 'reload_output_styles' });
    expect((response as Line).available_output_styles).toContain('Pirate');
    wire.write(user('/output-style'));
    const { result } = await wire.next({ type: 'result' });
    expect(result).toContain('Output style: Pirate');
    expect(result).toContain('- Pirate (current): Talks like a pirate');
    expect(result).toContain('- keeper');
  });
});
