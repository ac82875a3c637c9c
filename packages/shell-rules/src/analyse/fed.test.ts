import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

const fed = (command: string) =>
  analyse(command)
    .commands.filter((one) => one.fed)
    .map(({ words }) => words[0]);

describe('an input that is not in the words of a command (N10)', () => {
  it.each([
    ...['frob <<EOF\na\nEOF', 'frob <<< a', 'frob < a', '<a frob', 'frob <> a', 'frob 3< a', 'echo a | frob', 'make |& frob'],
    ...['cat a | frob | tail', 'nice -n 5 frob <<< a', 'env CI=1 frob < a', "bash -c 'frob' < a", "echo a | bash -c 'x=1; frob'"],
    ...[
      '{ frob; } < a',
      '(frob) <<< a',
      'if true; then frob; fi < a',
      'while frob; do true; done < a',
      'for x in a; do frob; done <<< a',
    ],
    ...['echo a | (true; frob)', 'echo a | { true && frob; }', 'echo a | while true; do frob; done', 'echo a | echo $(frob)'],
    ...['echo a > >(frob)', 'tee >(cd x && frob)', 'echo a | eval frob', '! frob < a', 'time frob < a', 'frob < a > b 2>&1 &'],
    ...['echo a | find . -name a -exec frob \\;', 'frob < /dev/stdin', 'patch -p1 < frob', 'frob 2>&1 < a'],
  ])('is seen in %j', (command) => expect(fed(command)).toEqual([expect.stringMatching(/^(?:frob|patch)$/)]));

  it.each([
    ...[
      'frob',
      'frob a > b',
      'frob 2>&1',
      'frob < /dev/null',
      'frob | tail',
      'frob | tee log',
      'frob; cat < a',
      'cat < a && frob',
    ],
    ...['echo a | cat; frob', '(cat) < a; frob', 'echo a | tee log', 'sort < a', 'grep x <<< a', 'echo a | head -5'],
  ])('does not exist in %j, or is only data', (command) => expect(fed(command)).toEqual([]));

  it.each([
    'exec < a; frob',
    'exec <<< a && frob',
    'command exec < a; frob',
    'for x in 1 2; do frob; exec < a; done',
    'exec 3< a; frob <&3',
  ])('makes %j unclear, since it is that of all commands behind it', (command) => expect(analyse(command).unclear).toBeDefined());
});
