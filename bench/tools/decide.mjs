import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDecider } from '../../packages/shell-rules/fuzz/lib/decider.mjs';
import { readCommands } from '../../packages/shell-rules/fuzz/lib/read-commands.mjs';
import { makeWorkspace } from '../../packages/shell-rules/fuzz/lib/workspace.mjs';
import { median } from '../lib/measure.mjs';
import { printTable } from '../lib/table.mjs';

const dist = (name, entry = 'index') => import(new URL(`../../packages/${name}/dist/${entry}.js`, import.meta.url).href);
const CORPUS = fileURLToPath(new URL('../../packages/shell-rules/fuzz/ordinary-commands.txt', import.meta.url));
const MOST = 9_900;

/** Texts just below the limit of length that are made to be slow to read. */
const WORST = {
  substitutions: `echo ${'$('.repeat(2_000)}${')'.repeat(2_000)}`,
  'quoted substitutions': `echo ${'"$('.repeat(1_200)}ls${')"'.repeat(1_200)}`,
  subshells: `${'('.repeat(4_900)}ls${')'.repeat(4_900)}`,
  backticks: `echo ${'`'.repeat(MOST)}`,
  expansions: `echo ${'${x:-'.repeat(1_400)}${'}'.repeat(1_400)}`,
  'open quotes': `echo ${'"\''.repeat(4_900)}`,
  'many commands': 'ls;'.repeat(3_300),
  'long words': `echo ${'a'.repeat(MOST)}`,
  wrappers: 'nice '.repeat(1_900),
  'many cds': 'cd a;'.repeat(1_900),
  'bash -c': `bash -c "${'bash -c '.repeat(1_200)}"`,
  'here-documents': 'cat <<X\na\nX\n'.repeat(800),
  arithmetic: `echo $((${'('.repeat(4_900)}${')'.repeat(4_900)}))`,
  braces: `echo ${'{a,'.repeat(2_400)}b${'}'.repeat(2_400)}`,
  stars: `ls ${'*'.repeat(MOST)}`,
  redirections: '>a;'.repeat(3_300),
  'name patterns': 'ls /usr/bin/*;'.repeat(690),
  'climbing paths': `cat ${'a/../'.repeat(1_900)}`,
  'many operands': `cat ${Array.from({ length: 1_500 }, (_, index) => `f${index}`).join(' ')}`,
  'words of a program': `foo ${'a=b@c:d/e '.repeat(980)}`,
  'parts of a word': `foo ${`${'a='.repeat(490)} `.repeat(10)}`,
  'scripts of a program': `foo ${"-c 'a b' ".repeat(1_000)}`,
  'options of a program': `curl ${'-H a:b '.repeat(1_400)}`,
  'sed script': `sed '${'s/a/b/;'.repeat(1_400)}' x`,
};

/** Cost of the decision about a command, with its analysis: ordinary commands, and the worst below 10,000 characters. */
export async function decideBench({ rounds }) {
  const [core, shell] = await Promise.all([dist('core', 'run'), dist('shell-rules')]);
  const cwd = makeWorkspace();
  const decider = createDecider({ core, shell, cwd });
  try {
    const { rules, commands } = readCommands(CORPUS);
    const parsed = [...decider.parseRules(rules.deny, 'deny'), ...decider.parseRules(rules.allow, 'allow')];
    const timed = (command) => {
      const started = performance.now();
      decider.decide(command, parsed);
      return performance.now() - started;
    };
    const thousand = Array.from({ length: 1_000 }, (_, index) => `${commands[index % commands.length]} # ${index}`);
    const hostile = Object.entries(WORST);
    for (const command of thousand) timed(command);
    // Round by round, since the tool keeps its last analysis: the same text twice in a row would be read once.
    const runs = Array.from({ length: rounds }, () => ({
      ordinary: thousand.map(timed),
      hostile: hostile.map(([, command]) => timed(command)),
    }));
    const times = thousand.map((_, index) => median(runs.map((run) => run.ordinary[index]))).sort((a, b) => a - b);
    const at = (part) => times[Math.floor((times.length - 1) * part)];
    const worst = hostile.map(([name], index) => [name, median(runs.map((run) => run.hostile[index]))]);
    const slowest = worst.reduce((most, one) => (one[1] > most[1] ? one : most));
    const figures = { p50: at(0.5), p95: at(0.95), max: times.at(-1), worst: slowest[1] };
    printTable(
      `decide with analysis: ${thousand.length} ordinary commands, each the median of ${rounds} rounds; the worst of ${worst.length} hostile ones (${slowest[0]})`,
      ['', 'p50 ms', 'p95 ms', 'max ms', 'worst ms'],
      [['decide', ...Object.values(figures).map((value) => value.toFixed(2))]],
    );
    return { ...figures, each: Object.fromEntries(worst) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
