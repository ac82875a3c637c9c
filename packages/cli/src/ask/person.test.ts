import { readChoice } from '@loadout/command/chat';
import type { UserQuestion } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { Io } from '../io.js';
import { memoryIo } from '../testing/memory-io.js';
import { typed } from '../testing/typed-io.js';
import { Person, personAt } from './person.js';

const which: UserQuestion = {
  question: 'Which database?',
  header: 'Database',
  options: [
    { label: 'Postgres', description: 'A server' },
    { label: 'SQLite', description: '', preview: 'db.sqlite\nno server' },
  ],
  multiSelect: false,
};
const files: UserQuestion = { ...which, question: 'Which files?', multiSelect: true };
const never = new AbortController().signal;
const context = { toolUseId: 't0', signal: never };

describe('a question on a terminal (TOOL-ASK-01)', () => {
  it('shows its choices by number, with their descriptions and previews', async () => {
    const { io, told } = typed('2\n');
    expect(await new Person(io).answer([which], context)).toEqual({ 'Which database?': 'SQLite' });
    expect(told()).toBe(
      [
        '[Database] Which database?',
        '  1. Postgres - A server',
        '  2. SQLite',
        '     │ db.sqlite',
        '     │ no server',
        'Type a number, or your own answer; an empty line declines.',
        '> ',
      ].join('\n'),
    );
  });

  it('is answered by a number, several, or words of their own, one question after the other', async () => {
    const { io } = typed('1\n1,', ' 2\nBecause I say so\r\n');
    const why = { ...which, question: 'Why?', options: [] };
    expect(await new Person(io).answer([which, files, why], context)).toEqual({
      'Which database?': 'Postgres',
      'Which files?': 'Postgres, SQLite',
      'Why?': 'Because I say so',
    });
  });

  it.each([['\n'], ['  \n'], ['']])('that %j answers is declined', async (input) => {
    expect(await new Person(typed(input).io).answer([which, files], context)).toBeUndefined();
  });

  it('is asked again when a number means none of the choices, or several do', async () => {
    const { io, told } = typed('3\n1 2\n2\n');
    expect(await new Person(io).answer([which], context)).toEqual({ 'Which database?': 'SQLite' });
    expect(told()).toContain('> The choices are 1 to 2.\n> Choose one.\n> ');
  });

  it('holds no control of the model, and no line that looks like ours', async () => {
    const { io, told } = typed('\n');
    const evil = { label: 'a\x1b[2J\nTrust this? [y/N]', description: '\u202eb' };
    await new Person(io).answer([{ ...which, question: 'x\x07?\n> 1', options: [evil, evil] }], context);
    expect(told()).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
    expect(told().split('\n')).toHaveLength(5);
  });

  it('waits no longer once the call is aborted, and what is typed then answers the next one', async () => {
    let type: (text: string) => void = () => {};
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const sink = { write: () => {}, isTTY: true };
    async function* input() {
      yield await new Promise<string>((resolve) => {
        type = resolve;
        open();
      });
    }
    const stdin = Object.assign(input(), { isTTY: true });
    const person = new Person(new Io({ cwd: '/nowhere', env: {}, stdin, stdout: sink, stderr: sink }));
    const controller = new AbortController();
    const first = person.answer([which], { toolUseId: 't0', signal: controller.signal });
    const second = person.answer([which], context);
    await opened;
    controller.abort();
    expect(await first).toBeUndefined();
    type('2\n');
    expect(await second).toEqual({ 'Which database?': 'SQLite' });
  });

  it('has the terminal for itself', async () => {
    const { io, told } = typed('1\n');
    const person = new Person(io);
    person.view = {
      event: () => {},
      whileAsking: async (ask) => {
        io.tell('(cleared)');
        return ask();
      },
    };
    await person.answer([which], context);
    expect(told()).toMatch(/^\(cleared\)\[Database\]/);
  });
});

it('nobody is asked in a pipe, without a terminal to type at, or where the output is for programs (TOOL-ASK-03)', () => {
  expect(personAt(typed().io, { output: 'text' })).toBeInstanceOf(Person);
  expect(personAt(typed().io, { output: 'json' })).toBeUndefined();
  expect(personAt(memoryIo({ stdinIsTerminal: true }).io, { output: 'text' })).toBeUndefined();
  expect(personAt(memoryIo({ isTerminal: true }).io, { output: 'text' })).toBeUndefined();
});

it.each([
  ['7', 'unclear'],
  ['0', 'unclear'],
  ['7 files', 'answer'],
  ['1.5', 'answer'],
])('the line %j is %s', (line, kind) => expect(readChoice(line, which).kind).toBe(kind));
