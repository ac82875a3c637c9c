import { describe, expect, it } from 'vitest';
import { RestrictionStack } from '../../pool/assemble.js';
import { makeWorld, recorder, textOf } from '../environment.test-kit.js';

describe('restrictions only narrow (LAW-06, POOL-08, CON-08)', () => {
  const tools = ['Bash', 'Read', 'Grep', 'Glob'].map((name) => recorder({ name, isReadOnly: true }).tool);
  const visible = (stack: RestrictionStack) => stack.visible(makeWorld({ tools }).env.pool).tools.map((tool) => tool.name);

  it('an inner list never regains a tool', () => {
    const stack = new RestrictionStack();
    stack.push(['Bash', 'Read']);
    stack.push(['Read', 'Grep']);
    expect(visible(stack)).toEqual(['Read']);
  });

  it('the innermost list alone decides in a stack that is made so, and popping restores the list before it (G3)', () => {
    const stack = new RestrictionStack('innermost');
    stack.push(['bash', 'read']);
    stack.push(['grep', 'glob']);
    expect(visible(stack)).toEqual(['Glob', 'Grep']);
    stack.pop();
    expect(visible(stack)).toEqual(['Bash', 'Read']);
    stack.pop();
    stack.pop();
    expect(visible(stack)).toEqual(['Bash', 'Glob', 'Grep', 'Read']);
  });

  it('no list adds a tool that the pool does not have', () => {
    const stack = new RestrictionStack();
    stack.push(['Write', 'Read']);
    expect(visible(stack)).toEqual(['Read']);
    stack.push([]);
    expect(visible(stack)).toEqual([]);
  });

  it('a call outside the restriction is refused and does not run', async () => {
    const restrictions = new RestrictionStack();
    restrictions.push(['Read']);
    const { tool, calls } = recorder({ name: 'Bash' });
    const world = makeWorld({ tools: [tool, ...tools.slice(1)], allow: ['Bash'], env: { restrictions } });
    const settled = await world.call('Bash');
    expect(textOf(settled)).toBe(
      'The tool "Bash" may not be called now: it is outside the active restriction. Call one of: Read.',
    );
    expect(calls).toEqual([]);
  });

  it('a deny rule applies inside a restriction that names the tool', async () => {
    const restrictions = new RestrictionStack();
    restrictions.push(['Bash']);
    const { tool } = recorder({ name: 'Bash' });
    expect((await makeWorld({ tools: [tool], deny: ['Bash'], env: { restrictions } }).call('Bash')).outcome).toBe('denied');
  });
});
