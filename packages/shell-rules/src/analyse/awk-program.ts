/**
 * Whether the words of awk start no program: a plain program without `system`, pipes behind `print` or to `getline`, and calls by a
 * name that is computed. A program in a file is not looked at, unless the file is the input.
 */
export function isHarmlessAwk(words: readonly string[], fed: boolean): boolean {
  let isInFile = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-F' || word === '-v') at += 1;
    else if (word === '-f') {
      at += 1;
      if (fed && /^(?:-|\/dev\/.*)$/.test(words[at] ?? '')) return false;
      isInFile = true;
    } else if (word === '--') return isInFile || isHarmlessText(words[at + 1] ?? '');
    else if (!/^-[Fv]./.test(word)) return !word.startsWith('-') && (isInFile || isHarmlessText(word));
  }
  return true;
}

const isHarmlessText = (program: string) => {
  const pipes = program.replaceAll('||', '');
  return !/system|@/.test(program) && !/\|[\s\S]*getline|printf?\b[\s\S]*\|/.test(pipes);
};
