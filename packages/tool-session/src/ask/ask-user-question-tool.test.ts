import { type HookSet, type UserQuestion, UserQuestions } from '@loadout/core';
import { describeTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/session.js';
import { askUserQuestionTool } from './ask-user-question-tool.js';

const question = (text: string, more: object = {}) => ({
  question: text,
  header: 'Database',
  options: [
    { label: 'Postgres', description: 'A server' },
    { label: 'SQLite', description: 'A file', preview: 'db.sqlite' },
  ],
  ...more,
});
const WHICH = 'Which database?';
const one = { questions: [question(WHICH)] };

/** A person with scripted answers that records the questions. */
function person(answers: Readonly<Record<string, string>> | undefined) {
  const asked: (readonly UserQuestion[])[] = [];
  const ask: UserQuestions['ask'] = async (questions) => {
    asked.push(questions);
    return answers;
  };
  return { asked, ask };
}

const answering = (answers: unknown): HookSet => ({
  PreToolUse: ({ tool_input }) => ({
    hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { ...(tool_input as object), answers } },
  }),
});

describeTool(askUserQuestionTool(), {
  describe,
  it,
  services: [[UserQuestions, { ask: person({ [WHICH]: 'SQLite' }).ask }]],
  valid: [{ name: 'one question', input: one, text: `The user answered:\n- ${WHICH}\n  SQLite` }],
  invalid: [
    { name: 'no question', input: { questions: [] }, path: '/questions' },
    { name: 'five questions', input: { questions: [1, 2, 3, 4, 5].map((n) => question(`${n}?`)) }, path: '/questions' },
    {
      name: 'a header of 13 characters',
      input: { questions: [question(WHICH, { header: 'x'.repeat(13) })] },
      path: '/questions/0/header',
    },
    {
      name: 'one option',
      input: { questions: [question(WHICH, { options: [{ label: 'a', description: '' }] })] },
      path: '/questions/0/options',
    },
    {
      name: 'five options',
      input: { questions: [question(WHICH, { options: [...'abcde'].map((label) => ({ label, description: '' })) })] },
      path: '/questions/0/options',
    },
    { input: {}, refusal: /^Give questions, 1 to 4 of them\./ },
    { name: 'both forms', input: { ...one, question: 'a?' }, refusal: /not both/ },
    { name: 'options for questions', input: { ...one, options: ['a'] }, refusal: /belongs to question/ },
    { name: 'one question twice', input: { questions: [question('a?'), question('a?')] }, refusal: /"a\?" is there twice/ },
    { name: 'one option twice', input: { question: 'a?', options: ['x', 'x'] }, refusal: /The option "x" is there twice/ },
  ],
});

describe('the answers', () => {
  it('come back by question: one, several, or words of their own (TOOL-ASK-01)', async () => {
    const questions = [question(WHICH), question('Which files?', { multiSelect: true }), question('Why?'), question('When?')];
    const answers = { [WHICH]: 'Postgres', 'Which files?': 'a.ts, b.ts', 'Why?': 'Because I say so' };
    const { asked, ask } = person(answers);
    const { call } = await openSession({ person: ask });
    expect(await call('AskUserQuestion', { questions })).toMatchObject({
      isError: false,
      content: `The user answered:\n- ${WHICH}\n  Postgres\n- Which files?\n  a.ts, b.ts\n- Why?\n  Because I say so\n- When?\n  (no answer)`,
      structured: { questions: asked[0], answers },
    });
    expect(asked[0]).toEqual(questions.map((each) => ({ multiSelect: false, ...each })));
  });

  it('are asked for in the short form too (TOOL-ASK-02)', async () => {
    const { asked, ask } = person({ 'Go on?': 'yes' });
    const { call } = await openSession({ person: ask });
    expect((await call('AskUserQuestion', { question: 'Go on?', options: ['yes', 'no'] })).content).toBe(
      'The user answered:\n- Go on?\n  yes',
    );
    await call('AskUserQuestion', { question: 'Go on?' });
    const options = ['yes', 'no'].map((label) => ({ label, description: '' }));
    expect(asked).toEqual([
      [{ question: 'Go on?', header: 'Question', options, multiSelect: false }],
      [{ question: 'Go on?', header: 'Question', options: [], multiSelect: false }],
    ]);
  });

  it('are not required when nobody can be asked: the model is told to use its judgement (TOOL-ASK-03)', async () => {
    const { isError, content } = await (await openSession()).call('AskUserQuestion', one);
    expect([isError, content]).toEqual([false, expect.stringMatching(/^No user is available.*best judgement/)]);
  });

  it('are an error, with the words of the person, when they were declined or the host failed (TOOL-ASK-03, GAP-C2)', async () => {
    const declined = await openSession({ person: person(undefined).ask });
    expect(await declined.call('AskUserQuestion', one)).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^The user declined to answer\./),
    });
    const spoken = await openSession({ person: async () => ({ declined: true, words: 'Ask Anna first.' }) });
    expect((await spoken.call('AskUserQuestion', one)).content).toMatch(
      /^The user declined to answer and says: Ask Anna first\./,
    );
    const failing = await openSession({ person: () => Promise.reject(new Error('the terminal is gone')) });
    expect(await failing.call('AskUserQuestion', one)).toMatchObject({ isError: true, content: 'the terminal is gone' });
  });

  it('of two sessions come from the person of each (TOOL-ASK-04, STATE-02)', async () => {
    const sessions = await Promise.all(
      ['Postgres', 'SQLite'].map((label) => openSession({ person: person({ [WHICH]: label }).ask })),
    );
    const said = await Promise.all(sessions.map((session) => session.call('AskUserQuestion', one)));
    expect(said.map(({ content }) => content.split('  ')[1])).toEqual(['Postgres', 'SQLite']);
  });

  it('stop being waited for when the call is aborted', async () => {
    const session = await openSession({
      person: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
          session.context.abort();
        }),
    });
    expect(await session.call('AskUserQuestion', one)).toMatchObject({ isError: true, content: 'stopped' });
  });
});

describe('answers in the input', () => {
  it('are used instead of asking when a hook put them there (TOOL-ASK-03)', async () => {
    const { asked, ask } = person({ [WHICH]: 'Postgres' });
    const session = await openSession({ person: ask });
    const { content, structured } = await session.run('AskUserQuestion', one, {
      hooks: answering({ [WHICH]: 'SQLite', 'Other?': 'x' }),
    });
    expect(content).toBe(`The user answered:\n- ${WHICH}\n  SQLite`);
    expect(structured).toMatchObject({ answers: { [WHICH]: 'SQLite' } });
    expect(asked).toEqual([]);
  });

  it('may be a list for a question with several', async () => {
    const { run } = await openSession();
    const { content } = await run('AskUserQuestion', one, { hooks: answering({ [WHICH]: ['SQLite', 'Postgres'] }) });
    expect(content).toBe(`The user answered:\n- ${WHICH}\n  SQLite, Postgres`);
  });

  it('are not taken from the model, which cannot answer in the place of the user', async () => {
    const { asked, ask } = person({ [WHICH]: 'Postgres' });
    const session = await openSession({ person: ask });
    const { content } = await session.run('AskUserQuestion', { ...one, answers: { [WHICH]: 'SQLite' } });
    expect(content).toBe(`The user answered:\n- ${WHICH}\n  Postgres`);
    expect(asked.length).toBe(1);
  });

  it.each([{}, 'yes', null, { [WHICH]: 7 }])('that are none (%j) are asked for', async (answers) => {
    const { ask } = person({ [WHICH]: 'Postgres' });
    const session = await openSession({ person: ask });
    const { content } = await session.run('AskUserQuestion', one, { hooks: answering(answers) });
    expect(content).toContain('Postgres');
  });
});
