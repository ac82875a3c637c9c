import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sdks } from './lib/sdks.js';
import { type World, world } from './lib/world.js';
import { bringUsage } from './usage/bring.mjs';

let program = '';
beforeAll(() => {
  program = bringUsage();
});

/** The totals that ccusage counts, without the network. */
async function counted({ home, env, cwd }: World): Promise<unknown> {
  const own = { ...env, CLAUDE_CONFIG_DIR: join(home, '.claude') };
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'session', '--json', '--offline'], { env: own, cwd });
  return (JSON.parse(stdout) as { readonly totals: unknown }).totals;
}

describe.each(sdks)('$name', (sdk) => {
  it('a usage counter reads the session and counts each request once (W6)', async () => {
    const read = (id: string) => ({ name: 'Read', input: { file_path: 'a.txt' }, id });
    const replies = [{ text: 'I look.', tools: [read('t1'), read('t2')] }, { text: 'One.' }, { text: 'Two.' }];
    const made = await world(replies, { files: { 'a.txt': 'one\n' } });
    const first = await made.ask(sdk, 'read it');
    const { usage } = first.result as { readonly usage: { readonly input_tokens: number; readonly output_tokens: number } };
    expect(await counted(made)).toMatchObject({ inputTokens: usage.input_tokens, outputTokens: usage.output_tokens });
    await made.ask(sdk, 'again', { resume: first.result.session_id, forkSession: true });
    const { input_tokens, output_tokens } = usage;
    expect(await counted(made)).toMatchObject({ inputTokens: (input_tokens * 3) / 2, outputTokens: (output_tokens * 3) / 2 });
  });
});
