import type { UserQuestion, UserQuestions } from '@loadout/core';
import type { Asker } from '@loadout/core/run';
import type { Agent } from '@loadout/runner';
import type { LoadedTest } from './tests/loaded-test.js';

/** Returns the person of a test: the first rule of `answers` that matches a call decides it. Absent: nobody is there. */
export function askerOf({ answers }: LoadedTest['spec'], agent: () => Agent): Asker | undefined {
  if (answers === undefined) return undefined;
  return async ({ toolName, input }) => {
    for (const [rule, answer] of Object.entries(answers)) {
      const as = answer === 'allow' ? 'allow' : 'deny';
      if (!(rule === '*' || (await agent().matches({ tool: toolName, input }, { rule, as })))) continue;
      if (answer === 'allow') return { behavior: 'allow' };
      return {
        behavior: 'deny',
        message: answer === 'deny' ? `${toolName} was denied by the answers of this test.` : answer.deny,
      };
    }
    return { behavior: 'deny', message: `No rule under answers of this test is about this call of ${toolName}.` };
  };
}

/** Returns the person who answers the agent's own questions, by the text of a question or a pattern with `*`. */
export function questionsOf({ questions }: LoadedTest['spec']): UserQuestions['ask'] | undefined {
  if (questions === undefined) return undefined;
  const answerTo = ({ question, header }: UserQuestion): string | undefined =>
    Object.entries(questions).find(([pattern]) => [question, header].some((text) => like(pattern).test(text)))?.[1];
  return async (asked) => {
    const answers = asked.flatMap((one) => {
      const answer = answerTo(one);
      return answer === undefined ? [] : [[one.question, answer] as const];
    });
    return answers.length < asked.length ? undefined : Object.fromEntries(answers);
  };
}

const like = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
    'i',
  );
