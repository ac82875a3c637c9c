export const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** Words with a hidden meaning for some program. */
export const OPERANDS = [
  'fire',
  './evil.sh',
  "'a[$(fire)]'",
  '@out',
  'x@out',
  '@words',
  'file://$PWD/../outside/key',
  '-fout',
  'out',
  '../outside/key',
  'sub/../out',
  'canary',
  'PATH',
  '1',
  'if=out',
  'SHELL=./evil.sh',
];

/** The command lines that contain one option and hostile words. */
function* placed(name, { option, word, other }) {
  yield `${name} ${option} ${word} ${other}`;
  yield `${name} ${option} ${word}`;
  yield `${name} ${option}${option.startsWith('--') ? '=' : ''}${word} ${other}`;
  yield `${name} a.txt ${option} ${word}`;
  yield `${name} -- ${option} ${word}`;
}

/** Every program with every option letter, every long option, its abbreviations and longer names, and each hostile word. */
export function* sweep(programs, operands = OPERANDS) {
  for (const { name, long } of programs) {
    const longer = long.flatMap((option) => [option, option.slice(0, -1), option.slice(0, 4), `${option}-all`, `${option}x`]);
    const options = [...LETTERS.map((letter) => `-${letter}`), ...[...new Set(longer)].map((option) => `--${option}`)];
    for (const word of operands) {
      yield `${name} ${word}`;
      yield `${name} -- ${word}`;
      yield `${name} a.txt ${word}`;
      yield `${name} ${word} a.txt; ls`;
    }
    for (const option of options) {
      yield `${name} ${option}`;
      yield `${name} ${option} echo`;
      for (const word of operands) yield* placed(name, { option, word, other: 'echo' });
    }
  }
}

/** One call of a program of the tables, with random options and hostile words. */
export function randomCall(programs, random, operands) {
  const { name, long } = random.pick(programs);
  const words = Array.from({ length: 1 + random.below(4) }, () => {
    const kind = random.next();
    const word = random.pick(operands);
    if (kind < 0.3)
      return `-${random.pick(LETTERS)}${random.chance(0.3) ? random.pick(LETTERS) : ''}${random.chance(0.3) ? word : ''}`;
    if (kind < 0.55 && long.length > 0) return `--${spelt(random.pick(long), random)}${random.chance(0.4) ? `=${word}` : ''}`;
    return kind < 0.62 ? '--' : word;
  });
  return [name, ...words].join(' ');
}

const spelt = (option, random) =>
  random.chance(0.6) ? option : random.pick([option.slice(0, -1), option.slice(0, 3), `${option}-all`, `${option}x`]);
