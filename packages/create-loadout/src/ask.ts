import { createInterface } from 'node:readline/promises';

/** Asks for a text. An empty line, and the end of the input, mean the default. Ctrl+C ends the process. */
export async function ask(question: string, preset: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  terminal.once('SIGINT', () => {
    process.stdout.write('\n');
    process.exit(130);
  });
  try {
    return (await Promise.race([terminal.question(`${question} (${preset}): `), ended])).trim() || preset;
  } finally {
    terminal.close();
  }
}

/** Asks for one of several by its number or its name, until the answer is one of them. The first is the default. */
export async function choose(
  question: string,
  choices: readonly { readonly name: string; readonly description: string }[],
): Promise<string> {
  const rows = choices.map(({ name, description }, index) => `  ${index + 1}  ${name.padEnd(15)}  ${description}\n`);
  process.stdout.write(rows.join(''));
  for (;;) {
    const answer = await ask(question, '1');
    const found = choices[Number(answer) - 1] ?? choices.find(({ name }) => name === answer);
    if (found !== undefined) return found.name;
    process.stdout.write(`Type a number from 1 to ${choices.length}, or a name.\n`);
  }
}
