import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../shell-rules/fuzz/lib/random.mjs';

/**
 * Runs inside bubblewrap. Gives random values to programs by `run`, `script` and `shell`, and to random texts that the check for names
 * lets pass. No value may do anything: each arrives as it is, /fired stays empty, and so does the folder.
 */
const [root, strings, seed, texts, out] = process.argv.slice(2);
const count = Number(strings);
const random = createRandom(Number(seed));
const { default: plugin } = await import(`${root}/packages/tool-script/dist/index.js`);
const { readNames } = await import(`${root}/packages/shell-rules/dist/index.js`);

const ATOMS = [
  ...[
    '$(touch /fired/a)',
    '`touch /fired/b`',
    '; touch /fired/c',
    '&& touch /fired/d',
    '| touch /fired/e',
    '> /fired/f',
    '\n touch /fired/g\n',
  ],
  ...[
    'a[$(touch /fired/h)]',
    'x[$(touch /fired/i)]',
    '${x@P}',
    '$(</etc/passwd)',
    "'; touch /fired/j; '",
    '"; touch /fired/k; "',
    '<(touch /fired/l)',
  ],
  ...[
    '/e\ntouch /fired/m',
    '*',
    '?',
    '[a-z]*',
    '~',
    '~root',
    '{a,b}',
    '-rf',
    '--help',
    '-',
    '--',
    '-v',
    '-eq',
    '/',
    '..',
    '.',
    'w',
    'kept',
  ],
  ...[
    'PATH=/tmp',
    'IFS=,',
    'BASH_ENV=/space/evil',
    '$x',
    '$y',
    '${IFS}',
    '$((1))',
    '%s',
    '%n',
    '\\',
    '\\n',
    '\t',
    ' ',
    '  ',
    '\r',
    '"',
    "'",
    '`',
  ],
  ...[
    '#',
    '!',
    '!!',
    '&',
    '|',
    ';',
    '(',
    ')',
    '<',
    '>',
    '=',
    ',',
    ':',
    '@',
    '^',
    '+',
    'ünï',
    '\u{1f600}',
    '\u202e',
    '\u0007',
    '',
    '0',
    '1',
    'true',
  ],
];
const value = () => Array.from({ length: 1 + random.below(5) }, () => random.pick(ATOMS)).join('');

const [space, work] = ['/space', '/space/work'];
mkdirSync(work, { recursive: true });
const put = (path, text) => {
  writeFileSync(join(space, path), text);
  chmodSync(join(space, path), 0o755);
};
put('evil', 'touch /fired/evil\n');
put(
  'stdin.mjs',
  `#!${process.execPath}
import { readFileSync, writeFileSync } from 'node:fs';
writeFileSync('/space/got', JSON.parse(readFileSync(0, 'utf8')).x.map((one) => one + '\\0').join(''));
`,
);
const list = { type: 'array', items: { type: 'string' } };
const names = Array.from({ length: 40 }, (_, index) => `v${index}`);
const some = Object.fromEntries(names.map((name) => [name, { type: 'string', dash: true }]));
const all = names.map((name) => `"$${name}"`).join(' ');
const print = "printf '%s\\0'";
const declared = {
  run: { run: ['bash', '-c', `shift; ${print} "$@" > /space/got`, 'bash', '--', '{x...}'], input: { x: list } },
  script: { script: '/space/stdin.mjs', stdin: 'json', input: { x: list } },
  ...Object.fromEntries(
    [
      `${print} ${all} > /space/got`,
      `list=(${all}); ${print} "\${list[@]}" > /space/got`,
      `set -- ${all}; ${print} "$@" > /space/got`,
      `for one in ${all}; do ${print} "$one"; done > /space/got`,
      `f() { ${print} "$@"; }; f ${all} > /space/got`,
      `{ ${names.map((name) => `out=$${name}; case $out in nothing) ;; *) ${print} "\${out:-}" ;; esac`).join('; ')}; } > /space/got`,
      `{ ${names.map((name) => `if [[ $${name} == "$${name}" ]]; then ${print} "\${${name}}"; fi`).join('; ')}; } > /space/got`,
    ].map((shell, index) => [`shell${index}`, { shell, input: some }]),
  ),
};
const tools = Object.fromEntries(Object.entries(declared).map(([name, one]) => [name, { description: name, ...one }]));
const parts = await plugin.setup({ options: { tools }, mount: 'tools', configDir: space, stateDir: '/tmp/state/plugins/script' });
const context = {
  ...{ cwd: work, roots: [work], toolUseId: 't', sessionId: 's', agentId: 'main', signal: new AbortController().signal },
  ...{ env: { PATH: '/usr/bin:/bin', HOME: work }, artifactDir: '/tmp/artifacts', permitted: [], mayRead: () => true },
  ...{ find: () => undefined, progress() {}, emit() {} },
};

const failures = [];
const counts = { run: 0, script: 0, shell: 0, refused: 0, texts: 0, accepted: 0 };

function lookAround(what) {
  const fired = [...readdirSync('/fired'), ...readdirSync(work)];
  if (fired.length === 0) return;
  failures.push(`${what}: ${fired.join(', ')}`);
  for (const folder of ['/fired', work]) for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

async function give(tool, input, values) {
  rmSync('/space/got', { force: true });
  const why = tool.validateInput(input, context);
  if (why !== undefined) {
    counts.refused += values.length;
    return;
  }
  tool.access(input, context);
  const { content, isError } = await tool.call(input, context);
  const got = existsSync('/space/got') ? readFileSync('/space/got', 'utf8') : `nothing: ${content}`;
  if (isError || got !== values.map((one) => `${one}\0`).join(''))
    failures.push(`${tool.name}: ${JSON.stringify(values).slice(0, 300)}`);
  lookAround(`${tool.name} ${JSON.stringify(values).slice(0, 300)}`);
}

/** A quarter of the values goes each way. */
const quarter = Math.ceil(count / 4);
for (const tool of parts.tools) {
  const way = tool.name.replace(/\d+$/, '');
  const most = way === 'shell' ? quarter / 7 : quarter;
  for (let done = 0; done < most; ) {
    const values = Array.from({ length: way === 'shell' ? names.length : 500 }, value);
    await give(
      tool,
      way === 'shell' ? Object.fromEntries(names.map((name, index) => [name, values[index]])) : { x: values },
      values,
    );
    counts[way] += values.length;
    done += values.length;
  }
}
await parts.dispose();

/** A text as one word, in quotes of a kind that keeps it, or that does not. */
const quoted = (one) =>
  random.pick([
    () => `'${one.replaceAll("'", "'\\''")}'`,
    () => `"${one.replace(/[\\"$`]/g, '\\$&')}"`,
    () => `"${one}"`,
    () => `'${one}'`,
    () => `$'${one.replace(/[\\']/g, '\\$&')}'`,
  ])();
/** A text as the code of a shell inside, which has the value as a variable, as an argument, or as its input. */
const INNER = [
  (one) => `bash -c ${quoted(one)} bash "$x"`,
  (one) =>
    `bash -c ${quoted(one.replaceAll('$x', random.pick(['$1', '$0', '$@', '$*', '$2', '$v'])))} ${random.pick(['', 'bash '])}"$x" "$y"`,
  (one) => `v="$x" sh -c ${quoted(one.replaceAll('$x', '$v'))}`,
  (one) => `env v="$x" timeout 5 bash -ec ${quoted(one.replaceAll('$x', '$v'))}`,
  (one) => `eval ${quoted(one)}`,
  (one) => `trap ${quoted(one)} EXIT`,
  (one) => `a=${quoted(one)}; ${random.pick(['eval "$a"', 'bash -c "$a"', 'bash <<< "$a"', '$a', 'echo "$a"'])}`,
  (one) => `find . -maxdepth 0 -exec sh -c ${quoted(one)} sh "$x" {} ";"`,
  (one) =>
    `printf '%s\\0' "$x" | xargs -0 ${random.pick(['', '-n1 ', '-I{} '])}sh -c ${quoted(one.replaceAll('$x', random.pick(['$1', '$0', '{}', '$x'])))} ${random.pick(['', 'sh', '{}'])}`,
  (one) => `bash <<'EOF'\n${one}\nEOF`,
  (one) =>
    `cat <<${random.pick(["'EOF'", 'EOF'])} | ${random.pick(['bash', 'sh -s', 'bash -s a', 'cat', 'timeout 5 bash', 'bash /dev/stdin'])}\n${one}\nEOF`,
  (one) => `echo ${quoted(one)} | ${random.pick(['bash', 'cat', 'env bash', "bash -c 'cat | bash'", 'eval bash'])}`,
  (one) => `${random.pick(['.', 'bash', 'cat'])} <(echo ${quoted(one)})`,
  (one) => `exec <<< ${quoted(one)}; ${random.pick(['bash', 'cat', 'read -r a; eval "$a"'])}`,
  (one) => `alias r=${quoted(one)}; eval r`,
  (one) => `PS4=${quoted(one)}; set -x; ls`,
  (one) => `git -c alias.a='!'${quoted(one)} a`,
];

/** Each text as it is, and broken: without a character, with another one, joined to a second text, or inside another shell. */
const seeds = [...JSON.parse(texts), 'touch -- $x', 'touch -- "$x"', 'touch -- "$@"', '"$x"', 'eval "$x"', ': "$(( x ))"'];
function text() {
  let one = random.pick(seeds);
  for (let change = random.below(4); change > 0; change--) {
    const at = random.below(one.length);
    const kind = random.below(6);
    if (kind === 0) one = one.slice(0, at) + one.slice(at + 1);
    else if (kind === 1)
      one =
        one.slice(0, at) +
        random.pick(['"', "'", '$x', '"$x"', '$(', ')', '`', '{', '}', '\\', ' ', '\n', ';', '[', '#']) +
        one.slice(at);
    else if (kind === 2) one = `${one}${random.pick(['; ', ' | ', ' && ', '\n', ' <<< '])}${random.pick(seeds)}`;
    else if (kind === 3)
      one = random.pick([`echo "$(${one})"`, `( ${one} )`, `if ${one}; then :; fi`, `f() { ${one}; }; f "$x"`]);
    else if (kind === 4) one = random.pick(INNER)(one);
    else one = one.replace(/"([^"]*)"/, '$1');
  }
  return one;
}
const env = { PATH: '/usr/bin:/bin', HOME: work };
/** Values that fire where a text reads them as code, a name, a pattern or several words. */
const LIVE = [
  ...[
    '$(touch /fired/1)',
    'a[$(touch /fired/2)]',
    'touch /fired/3',
    '; touch /fired/4;',
    '`touch /fired/5`',
    '"; touch /fired/6; "',
  ],
  ...[
    "'; touch /fired/7; '",
    '/e;touch /fired/8',
    'a /fired/9',
    '/space/evil',
    '${y@P}',
    '\ntouch /fired/10\n',
    'x) touch /fired/11 ;;',
  ],
];
while (counts.texts < quarter) {
  const shell = text();
  counts.texts += 1;
  const { problems } = readNames(shell, ['x', 'y']);
  if (problems.length > 0) continue;
  counts.accepted += 1;
  const [x, y] = [random.pick(LIVE), random.pick(LIVE)];
  spawnSync('bash', ['--noprofile', '--norc', '-c', shell], {
    ...{ cwd: work, env: { ...env, x, y }, stdio: ['ignore', 'ignore', 'ignore'], timeout: 1_000, killSignal: 'SIGKILL' },
  });
  const fired = readdirSync('/fired');
  if (fired.length > 0) failures.push(`the text ${JSON.stringify(shell)} with ${JSON.stringify({ x, y })}: ${fired.join(', ')}`);
  for (const name of fired) rmSync(join('/fired', name), { recursive: true, force: true });
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
}
writeFileSync(out, JSON.stringify({ counts, failures: failures.slice(0, 40), failed: failures.length }));
