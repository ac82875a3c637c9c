import { expect, it } from 'vitest';
import type { Declaration } from './declaration.js';
import { problemsOf } from './problems.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const told = async (declaration: Partial<Declaration>) =>
  (await problemsOf(declaration)).map(({ path, problem }) => `${path.join('.')}: ${problem}`);

it.each<[string, Partial<Declaration>]>([
  ['a plain program', { run: ['ls'] }],
  ['values in arguments', { run: ['ls', '{a}', '--b={a}{a}'], input: { a: text } }],
  ['a list, a switch and a text', { run: ['ls', '{a...}', '{?b}--c={d}'], input: { a: list, b: { type: 'boolean' }, d: text } }],
  ['all values as JSON', { script: './a', stdin: 'json', input: { a: { type: 'object' } } }],
  ['a text as input', { run: ['cat'], stdin: '{a}', input: { a: text } }],
  ['a long schema', { run: ['ls', '{a}'], input: { type: 'object', properties: { a: text }, required: [] } }],
  ['a property that is called type', { run: ['ls', '{type}'], input: { type: text } }],
  [
    'a text in double braces, and those of other languages',
    { run: ['docker', 'ps', '--format={{.ID}}', '{{a}}', '{ print }', '{}'] },
  ],
  ['code without values', { run: ['bash', '-c', 'echo "$1"', 'bash', '{a}'], input: { a: text } }],
  ['awk with a value behind its program', { run: ['awk', '-v', 'n={a}', '{ print n }', '{b}'], input: { a: text, b: text } }],
  ['an option of a script', { run: ['python3', './a.py', '-c', '{a}'], input: { a: text } }],
  ['a query as the input of its program', { run: ['sqlite3', '-readonly', '-safe', 'a.db'], stdin: '{a}', input: { a: text } }],
  ['words that are also the names of programs', { run: ['grep', 'salt', 'watch', '{a}'], input: { a: text } }],
  ['a script of npm with the name of a program', { run: ['npm', 'run', 'watch', '{a}'], input: { a: text } }],
  ['a subcommand with the name of a program', { run: ['./tool', 'watch', '{a}'], input: { a: text } }],
  ['a text that bash reads in its own way', { run: ['sed', 's/$[0-9]//;s/a<(b//', '{a}'], input: { a: text } }],
  ['a shell text', { shell: 'echo "$a"', input: { a: { type: 'integer' } } }],
])('%s: nothing is wrong', async (_what, declaration) => {
  expect(await told(declaration)).toEqual([]);
});

it.each<[string, Partial<Declaration>, string]>([
  ['nothing that runs', {}, ': says nothing that runs'],
  ['two that run', { run: ['ls'], shell: 'ls' }, ': has run and shell, of which only one can run'],
  ['no program', { run: [' '] }, 'run.0: names no program'],
  ['a value as the program', { run: ['{a}'], input: { a: text } }, 'run.0: takes a value into the name of the program'],
  ['a value in the script', { script: './{a}', stdin: 'json', input: { a: text } }, 'script: takes a value into'],
  ['an unknown name', { run: ['ls', '{b}'], input: {} }, 'run.1: names {b}, which is not a property of input'],
  ['a name that nothing uses', { run: ['ls'], input: { a: text } }, 'input.a: reaches nothing that runs'],
  ['a script without its values', { script: './a', input: { a: text } }, 'input.a: reaches nothing that runs'],
  ['a list as a text', { run: ['ls', '{a}'], input: { a: list } }, 'run.1: makes one text of {a}, whose type is array'],
  ['an object as a text', { run: ['ls', '{a}'], input: { a: { type: 'object' } } }, 'run.1: makes one text of {a}'],
  ['a text as a list', { run: ['ls', '{a...}'], input: { a: text } }, 'run.1: takes {a...} for a list, and its type is string'],
  ['a text as a switch', { run: ['ls', '{?a}-l'], input: { a: text } }, 'run.1: asks {?a}, whose type is string'],
  ['a list inside a text', { run: ['ls', 'x{a...}'], input: { a: list } }, 'run.1: has {a...} inside a text'],
  ['a switch inside a text', { run: ['ls', 'x{?a}y'], input: { a: { type: 'boolean' } } }, 'run.1: has {?a} inside a text'],
  ['a value as shell code', { run: ['bash', '-c', 'ls {a}'], input: { a: text } }, 'run.2: has ls {a}, which bash runs as code'],
  ['a value behind sudo sh -c', { run: ['sudo', 'sh', '-ec', '{a}'], input: { a: text } }, 'which sh runs as code'],
  ['a value as code of node', { run: ['node', '--eval={a}'], input: { a: text } }, 'which node runs as code'],
  ['a value as a program of awk', { run: ['awk', '{a}', 'f'], input: { a: text } }, 'which awk runs as code'],
  [
    'a value as the program of another',
    { run: ['sudo', '-n', '{a}'], input: { a: text } },
    'run.2: has {a}, which sudo may take',
  ],
  [
    'a value as a script',
    { run: ['python3', '{a}'], input: { a: text } },
    'run.1: has {a}, which python3 may take for a program',
  ],
  [
    'a value that the code of a shell splits',
    { run: ['bash', '-c', 'rm $1', 'bash', '{a}'], input: { a: text } },
    'run.2: has $1, which is split into words',
  ],
  [
    'a value that find puts into the code of a shell',
    { run: ['find', '{a}', '-exec', 'sh', '-c', 'cat {}', ';'], input: { a: text } },
    'run.5: has {}, which puts a value into the code of a shell',
  ],
  ['a value in SQL', { run: ['sqlite3', 'a.db', '{a}'], input: { a: text } }, 'run.2: has {a}, which sqlite3 runs as SQL'],
  ['a value for ssh behind another program', { run: ['sudo', 'ssh', 'h', '{a}'], input: { a: text } }, 'which ssh runs as code'],
  ['a variable of the loader', { run: ['env', 'LD_PRELOAD={a}', 'ls'], input: { a: text } }, 'puts a value into LD_PRELOAD'],
  ['a variable of all programs', { run: ['sudo', 'PATH={a}', 'ls'], input: { a: text } }, 'puts a value into PATH'],
  ['a variable of bash', { run: ['env', 'BASH_ENV={a}', 'bash', 'a.sh'], input: { a: text } }, 'puts a value into BASH_ENV'],
  ['a value for ssh', { run: ['ssh', 'host', 'ls', '{a}'], input: { a: text } }, 'which ssh runs as code'],
  ['no time', { run: ['ls'], timeout: 'soon' }, 'timeout: is "soon", which is not a time'],
  ['a value in the folder', { run: ['ls'], cwd: '{a}', stdin: 'json', input: { a: text } }, 'cwd: takes a value into the folder'],
  ['a schema of the output of a text', { run: ['ls'], outputSchema: {} }, 'outputSchema: checks JSON only'],
  ['an exit code that is none', { run: ['ls'], exit: { '256': 'ok' } }, 'exit.256: is not an exit code'],
  ['a property that is no schema', { run: ['ls', '{a}'], input: { a: 'string' } }, 'input.a: is "string" and not a schema'],
  [
    'a schema that cannot be checked',
    { run: ['ls', '{a}'], input: { a: { type: 'string', pattern: '(' } } },
    'input: cannot be used',
  ],
  [
    'a list inside touches',
    { run: ['ls', '{a...}'], input: { a: list }, touches: { read: ['{a...}'] } },
    'touches.read.0: has {a...}',
  ],
  ['a capital in a name of a shell text', { shell: 'echo "$PATH"', input: { PATH: text } }, 'input.PATH: cannot be a variable'],
  ['a variable that programs obey', { shell: 'echo "$http_proxy"', input: { http_proxy: text } }, 'that programs obey'],
  ['a list in a shell text', { shell: 'echo "$a"', input: { a: list } }, 'input.a: is of the type array'],
  ['a name that is not quoted', { shell: 'echo $a', input: { a: text } }, 'shell: has $a, which is split into words'],
])('%s: is told', async (_what, declaration, problem) => {
  expect((await told(declaration)).join('\n')).toContain(problem);
});

it.each([
  'PATH',
  'IFS',
  'ENV',
  'BASH_ENV',
  'LD_PRELOAD',
  'DYLD_INSERT_LIBRARIES',
  'NODE_OPTIONS',
  'PYTHONPATH',
  'GIT_SSH_COMMAND',
])('%s is no name of a value in a shell text', async (name) => {
  expect((await told({ shell: `echo "$${name}"`, input: { [name]: text } })).join('\n')).toContain(`input.${name}: `);
});
