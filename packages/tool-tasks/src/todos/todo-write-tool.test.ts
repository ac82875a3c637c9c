import { describeTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/bench.js';
import { TodoList, TodoStore } from './todo-list.js';
import { todoWriteTool } from './todo-write-tool.js';

const todo = (content: string, status = 'pending') => ({ content, status, activeForm: `${content}…` });

describeTool(todoWriteTool({}), {
  describe,
  it,
  services: [[TodoStore, new TodoList()]],
  valid: [
    { input: { todos: [todo('a', 'in_progress'), todo('b')] }, text: 'The to-do list has 2 items: 1 in_progress, 1 pending.' },
    { input: { todos: [] }, text: 'The to-do list is empty now.' },
    { input: { action: 'list' } },
    { input: { action: 'toggle', id: 99 }, isError: true, text: /There is no to-do 99\. There are: none, the list is empty\./ },
  ],
  invalid: [
    { name: 'a to-do without activeForm', input: { todos: [{ content: 'a', status: 'pending' }] }, path: '/todos/0/activeForm' },
    { name: 'a status that is none', input: { todos: [todo('a', 'done')] }, path: '/todos/0/status' },
    { input: {}, refusal: /Give todos, the whole new list, or an action/ },
    { input: { todos: [], action: 'clear' }, refusal: /not both/ },
    { input: { action: 'add' }, refusal: /^text required for add\.$/ },
    { input: { action: 'toggle' }, refusal: /^id required for toggle\.$/ },
    { input: { action: 'remove' }, refusal: /^id required for remove\.$/ },
    { input: { action: 'sort' }, refusal: /^Unknown action "sort"\. Use one of: add, toggle, remove, list, clear\.$/ },
    {
      name: 'two that are in progress',
      input: { todos: [todo('a', 'in_progress'), todo('b', 'in_progress')] },
      refusal: /^2 to-dos are in_progress/,
    },
  ],
});

describe('the whole list', () => {
  it('replaces what was there, gives both lists, and empty it clears (TOOL-TODO-01, TOOL-TODO-02)', async () => {
    const { call } = await openSession();
    const first = [todo('a', 'in_progress'), todo('b')];
    expect((await call('TodoWrite', { todos: first })).structured).toEqual({ oldTodos: [], newTodos: first });
    const second = [todo('c', 'completed')];
    expect((await call('TodoWrite', { todos: second })).structured).toEqual({ oldTodos: first, newTodos: second });
    expect((await call('TodoWrite', { todos: [] })).structured).toEqual({ oldTodos: second, newTodos: [] });
  });

  it('tells the host of each change with TodoListUpdated, and of nothing else (TOOL-TODO-03)', async () => {
    const { call, context } = await openSession();
    const todos = [todo('a', 'in_progress')];
    await call('TodoWrite', { todos });
    await call('TodoWrite', { action: 'list' });
    await call('TodoWrite', { todos: [todo('b', 'in_progress'), todo('c', 'in_progress')] });
    await call('TodoWrite', { action: 'toggle', id: 1 });
    expect(context.emitted).toEqual([
      { type: 'TodoListUpdated', oldTodos: [], newTodos: todos },
      { type: 'TodoListUpdated', oldTodos: todos, newTodos: [todo('a', 'completed')] },
    ]);
  });

  it.each([
    ['two in progress', [todo('a', 'in_progress'), todo('b', 'in_progress')], 'refused', 'refused'],
    ['unfinished, none in progress', [todo('a'), todo('b', 'completed')], 'warned', 'refused'],
    ['one in progress', [todo('a', 'in_progress'), todo('b')], 'taken', 'taken'],
    ['all completed', [todo('a', 'completed')], 'taken', 'taken'],
    ['nothing', [], 'taken', 'taken'],
  ])('with %s is treated as decided (CON-14, TOOL-TODO-02)', async (_, todos, relaxed, strict) => {
    for (const [strictTodos, expected] of [
      [false, relaxed],
      [true, strict],
    ] as const) {
      const { call, context } = await openSession({ strictTodos });
      const { content, isError } = await call('TodoWrite', { todos });
      expect(isError ? 'refused' : content.includes('None is in_progress') ? 'warned' : 'taken').toBe(expected);
      expect(context.emitted.length).toBe(expected === 'refused' ? 0 : 1);
    }
  });
});

describe('the action form', () => {
  it('adds, toggles, removes, lists and clears single to-dos by number (TOOL-TODO-04)', async () => {
    const { call } = await openSession();
    const said = async (input: object) => (await call('TodoWrite', input)).content;
    expect(await said({ action: 'add', text: 'Write', priority: 'high' })).toBe('Added 1 [pending] Write (high)');
    expect(await said({ action: 'add', text: 'Test' })).toBe('Added 2 [pending] Test');
    expect(await said({ action: 'toggle', id: 2 })).toBe('Changed 2 [completed] Test');
    expect(await said({ action: 'toggle', id: 2 })).toBe('Changed 2 [pending] Test');
    expect(await said({ action: 'list' })).toBe('1 [pending] Write (high)\n2 [pending] Test');
    expect(await said({ action: 'remove', id: 2 })).toBe('Removed 2 [pending] Test');
    expect(await said({ action: 'add', text: 'Ship' })).toBe('Added 3 [pending] Ship');
    expect(await said({ action: 'toggle', id: 2 })).toMatch(/^There is no to-do 2\. There are: 1, 3\./);
    expect(await said({ action: 'clear' })).toBe('Cleared the to-do list of 2 items.');
    expect(await said({ action: 'list' })).toBe('The to-do list is empty.');
  });

  it('works on a list that was written as a whole (TOOL-TODO-04)', async () => {
    const { call } = await openSession();
    await call('TodoWrite', { todos: [todo('a', 'in_progress'), todo('b')] });
    expect((await call('TodoWrite', { action: 'toggle', id: 1 })).structured).toMatchObject({
      newTodos: [todo('a', 'completed'), todo('b')],
    });
  });
});

it('two sessions have two lists, and one that ends leaves nothing (STATE-02, TOOL-TODO-03)', async () => {
  const [one, other] = [await openSession(), await openSession()];
  await one.call('TodoWrite', { todos: [todo('a', 'in_progress')] });
  expect((await other.call('TodoWrite', { action: 'list' })).content).toBe('The to-do list is empty.');
});
