import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { replaySession } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, type Step, writer } from '../../../runner/src/run/scripted.test-kit.js';
import { withoutSum } from '../../../sessions/src/native-format.js';
import { repairSession } from './repair-session.js';

const script: readonly Step[] = [
  { text: 'I look.', calls: [{ name: 'Look' }, { name: 'Change' }] },
  { calls: [{ name: 'Look' }] },
  { text: 'All done.' },
];

async function recorded() {
  const options = {
    customTools: [reader('Look', () => 'seen'), writer('Change', () => 'changed')],
    model: model((request) => script[request.messages.filter(({ role }) => role === 'assistant').length] ?? { text: 'More.' }),
  };
  const { run, workspace } = await runAgent(options);
  const lines = readFileSync(run.transcript, 'utf8').trimEnd().split('\n');
  const place = { id: run.sessionId, file: run.transcript, artifactDir: '' };
  const folder = { dir: dirname(run.transcript) };
  return {
    lines,
    resume: (id: string) => runAgent({ ...options, workspace, prompt: 'More?', run: { resume: id } }),
    damaged(text: string) {
      writeFileSync(run.transcript, text);
      return { copy: repairSession(place, folder), original: () => readFileSync(run.transcript, 'utf8') };
    },
  };
}

const kindOf = (line: string): string => (JSON.parse(withoutSum(line) ?? '') as { t: string }).t;
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

describe('a damaged session', () => {
  it('is repaired in a copy that goes on, whichever line is damaged in whatever way, and stays itself (GAP-B8)', async () => {
    const { lines, damaged, resume } = await recorded();
    const ways = [
      (line: string) => line.replace('"', "'"),
      (line: string) => line.slice(0, -9),
      () => '',
      () => '{"t":"message"}',
      () => '\0\0',
    ];
    for (const [index, line] of lines.entries()) {
      if (index === 0) continue;
      for (const way of ways) {
        const broken = text(lines.with(index, way(line)));
        const { copy, original } = damaged(broken);
        expect(copy?.left[0]?.line, `line ${index + 1}`).toBe(index + 1);
        expect(original()).toBe(broken);
        expect(replaySession(copy?.file ?? '').header).toMatchObject({ id: copy?.id, forkedFrom: expect.any(String) });
      }
      const { copy } = damaged(text(lines.with(index, 'x')));
      const { result } = await resume(copy?.id ?? '');
      expect(result, `${kindOf(line)} of line ${index + 1}`).toMatchObject({ outcome: 'success' });
    }
  });

  it('has an error in place of each lost result, and no call without a result (GAP-B8)', async () => {
    const { lines, damaged } = await recorded();
    const index = lines.findIndex((line) => kindOf(line) === 'ended');
    const results = lines.findIndex((line) => kindOf(line) === 'results');
    const { copy } = damaged(text(lines.with(index, 'x').with(results, 'x')));
    expect(copy?.lost).toHaveLength(1);
    const { messages } = replaySession(copy?.file ?? '');
    const answers = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result'));
    expect(answers).toHaveLength(3);
    expect(answers.filter((block) => 'is_error' in block && block.is_error === true)).toMatchObject([
      { content: expect.stringContaining('The result of this call was lost') },
    ]);
  });

  it('is not copied if nothing is damaged, and not repaired without its header (GAP-B8)', async () => {
    const { lines, damaged } = await recorded();
    expect(damaged(text(lines)).copy).toBeUndefined();
    expect(() => damaged(text(lines.with(0, 'x')))).toThrow(expect.objectContaining({ code: 'SESSION_DAMAGED' }));
  });

  it('loses a last line that is not whole, and several lines, each by its number (GAP-B8)', async () => {
    const { lines, damaged } = await recorded();
    const { copy } = damaged(`${text(lines.with(3, 'x'))}{"t":"mess`);
    expect(copy?.left.map(({ line }) => line)).toEqual(expect.arrayContaining([4, lines.length + 1]));
    expect(basename(copy?.file ?? '')).toBe(`${copy?.id}.jsonl`);
  });
});
