import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';
import type { Options } from '../types/options.js';

const bash = { tools: [{ name: 'Bash', input: { command: 'echo "[$COLOUR]"' }, id: 'toolu_b' }] };
const done = { text: 'Done.' };

describe('CLAUDE_ENV_FILE (GAP-D7)', () => {
  it.each([
    ['variables.sh', '[blue]'],
    ['none.sh', '[]'],
  ])('%s gives commands its variables, if it is there', async (name, shown) => {
    const at = await place([bash, done]);
    writeFileSync(join(at.cwd, 'variables.sh'), 'export COLOUR=blue\n');
    await collect(ask(at, 'Go', { env: { ...at.options.env, CLAUDE_ENV_FILE: name }, allowedTools: ['Bash'] }));
    expect(JSON.stringify(at.api.requests[1]?.body.messages)).toContain(shown);
  });
});

describe('the format of previews (GAP-D7)', () => {
  const questions = (preview: string) => [
    {
      question: 'Which page?',
      header: 'Page',
      options: [
        { label: 'A', description: 'a', preview },
        { label: 'B', description: 'b' },
      ],
    },
  ];
  const asking = (preview: string) => ({
    tools: [{ name: 'AskUserQuestion', input: { questions: questions(preview) }, id: 'toolu_q' }],
  });

  async function answered(preview: string, options: Options): Promise<{ readonly description: string; readonly asked: number }> {
    const at = await place([asking(preview), done]);
    let asked = 0;
    const canUseTool: Options['canUseTool'] = async (_, input) => {
      asked += 1;
      return { behavior: 'allow', updatedInput: { ...input, answers: { 'Which page?': 'A' } } };
    };
    await collect(ask(at, 'Go', { ...options, env: { ...at.options.env, ...options.env }, canUseTool }));
    const tools = at.api.requests[0]?.body.tools?.filter(({ name }) => name === 'AskUserQuestion');
    return { description: JSON.stringify(tools), asked };
  }

  const byOption = { toolConfig: { askUserQuestion: { previewFormat: 'html' } } } as const;
  const byVariable = { env: { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'html' } };

  it.each([byOption, byVariable])('is told to the model: %j', async (options) => {
    const { description, asked } = await answered('<div>A</div>', options);
    expect(description).toContain('A fragment of HTML');
    expect(asked).toBe(1);
  });

  it.each(['<!DOCTYPE html><p>A</p>', '<script>x()</script>', 'A'])(
    'makes the model write %s again before a person is asked',
    async (preview) => expect((await answered(preview, byOption)).asked).toBe(0),
  );

  it('is text otherwise', async () => {
    const { description, asked } = await answered('plain', {});
    expect(description).not.toContain('HTML');
    expect(asked).toBe(1);
  });
});
