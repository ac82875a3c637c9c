import { randomCall } from './options.mjs';
import { BYPASSES, HARMLESS } from './seeds.mjs';

const JOINTS = [' && ', ' || ', '; ', ' | ', ' |& ', ' & ', '\n', ';', '&&', '|', '&', ' #\n', '; # a\n'];
const PIECES = [
  "'",
  '"',
  '`',
  '\\',
  '$',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '<',
  '>',
  ';',
  '&',
  '|',
  '\n',
  ' ',
  '\t',
  '#',
  '!',
  '*',
  '?',
  '~',
  '=',
  '\r',
  '\\\n',
  '$(',
  '${',
  "$'",
  '<<X\n',
  '<<<',
  '((',
  '))',
  '[[',
  '-v',
  '--',
  ',',
  'X\n',
  '\u00a0',
  '@(',
  '<(',
  '>(',
];
const WRAPS = [
  (c) => `(${c})`,
  (c) => `{ ${c}; }`,
  (c) => `$(${c})`,
  (c) => `echo "$(${c})"`,
  (c) => `echo \`${c}\``,
  (c) => `echo $(${c})`,
  (c) => `if true; then ${c}; fi`,
  (c) => `if ${c}; then :; else ${c}; fi`,
  (c) => `for x in a b; do ${c}; done`,
  (c) => `while ${c}; do break; done`,
  (c) => `case x in x) ${c};; esac`,
  (c) => `! ${c}`,
  (c) => `time ${c}`,
  (c) => `${c} > /dev/null`,
  (c) => `${c} 2>&1`,
  (c) => `X=1 ${c}`,
  (c) => `CI=1 ${c}`,
  (c) => `env ${c}`,
  (c) => `command ${c}`,
  (c) => `timeout 1 ${c}`,
  (c) => `nice ${c}`,
  (c) => `bash -c '${c}'`,
  (c) => `bash -c "${c}"`,
  (c) => `sh -c '${c}'`,
  (c) => `eval "${c}"`,
  (c) => `eval '${c}'`,
  (c) => `eval ${c}`,
  (c) => `trap '${c}' EXIT`,
  (c) => `cat <<X\n$(${c})\nX`,
  (c) => `cat <<'X'\n${c}\nX`,
  (c) => `cat <<-X\n\t${c}\n\tX`,
  (c) => `cat <<< "${c}"`,
  (c) => `cat <(${c})`,
  (c) => `echo "${c}"`,
  (c) => `echo '${c}'`,
  (c) => `echo ${c}`,
  (c) => `printf %s "${c}"`,
  (c) => `find . -maxdepth 0 -exec ${c} \\;`,
  (c) => `find a.txt -exec sh -c '${c}' \\;`,
  (c) => `echo a | xargs ${c}`,
  (c) => `echo a | xargs -I{} ${c}`,
  (c) => `x="${c}"; echo $x`,
  (c) => `x='${c}'; echo "$x"`,
  (c) => `echo \${x:-${c}}`,
  (c) => `[ -n "$(${c})" ]`,
  (c) => `set -e; ${c}`,
  (c) => `cd sub && ${c}`,
  (c) => `# ${c}`,
  (c) => `echo a # ${c}`,
];

/** Words with a hidden meaning in a folder that contains the secret. */
const OPERANDS = [
  'fire',
  './evil.sh',
  "'a[$(fire)]'",
  'secret/key',
  '@secret/key',
  'x@secret/key',
  'link',
  'sub/../secret/key',
  'file://$PWD/secret/key',
  '-flink',
  '*',
  'canary',
  'PATH',
  '1',
  'a.txt',
  'if=secret/key',
  'of=canary',
  'SHELL=./evil.sh',
  '"$x"',
];

/**
 * One command around the marker: nested constructs of bash, then damaged. If programs are given, one in four is a call of one of
 * them with options and hostile words.
 */
export function generate(random, programs = []) {
  if (programs.length > 0 && random.chance(0.25)) {
    const call = randomCall(programs, random, OPERANDS);
    return random.chance(0.3) ? random.pick(WRAPS)(call) : call;
  }
  let text = build(random, 1 + random.below(3));
  const damages = random.chance(0.5) ? 0 : 1 + random.below(3);
  for (let count = 0; count < damages; count++) text = damage(text, random);
  return text.slice(0, 4_000);
}

function build(random, depth) {
  if (depth === 0) return random.pick(random.chance(0.55) ? HARMLESS : BYPASSES);
  const inner = build(random, depth - 1);
  const kind = random.next();
  if (kind < 0.5) return random.pick(WRAPS)(inner);
  if (kind < 0.85) return `${random.pick(HARMLESS)}${random.pick(JOINTS)}${inner}`;
  return `${inner}${random.pick(JOINTS)}${random.pick(HARMLESS)}`;
}

function damage(text, random) {
  const at = random.below(text.length + 1);
  const kind = random.below(5);
  if (kind === 0) return text.slice(0, at) + random.pick(PIECES) + text.slice(at);
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1);
  if (kind === 2) return text.slice(0, at) + random.pick(PIECES) + text.slice(at + 1);
  if (kind === 3) {
    const other = random.pick(BYPASSES);
    return text.slice(0, at) + other.slice(random.below(other.length));
  }
  const to = Math.min(text.length, at + 1 + random.below(12));
  return text.slice(0, at) + random.pick(['"', "'", '`']) + text.slice(at, to) + random.pick(['"', "'", '`']) + text.slice(to);
}

const PROGRAMS =
  'echo printf ls cat head tail sort uniq wc grep rg sed cut nl paste diff od jq find xargs env timeout nice git test tee true date set cd eval bash sh'.split(
    ' ',
  );

/** The programs that each kind of rules also allows. Programs under `words` take any words, and only open them. */
const MORE = { files: 'cp mv ln rm mkdir touch tee chmod', words: 'make less xxd shuf dd' };

/** Rules that never allow the marker, a change of the kept file, or a look at the secret. */
export function generateRules(random) {
  const kind = random.pick(['bare', 'programs', 'readers', 'files', 'words']);
  const left = kind === 'readers' ? /^(?:bash|sh|eval|env|xargs|tee)$/ : /^(?:bash|sh|eval|env|xargs)$/;
  const programs = PROGRAMS.filter((name) => !left.test(name) && random.chance(0.8));
  const more = MORE[kind]?.split(' ') ?? [];
  const allow =
    kind === 'bare'
      ? ['Bash']
      : [
          ...[...programs, ...more].map((name) => `Bash(${name}:*)`),
          ...(kind === 'files' && random.chance(0.5) ? ['Edit(/**)'] : []),
        ];
  const deny = [
    'Read(secret/**)',
    ...(kind === 'bare' ? ['Bash(fire:*)'] : []),
    // If no program may write the files that its words name, only a rule allows a redirection into the kept file.
    ...(kind === 'readers' ? [] : ['Edit(/canary)']),
    ...(random.chance(0.3) ? ['Bash(git push:*)'] : []),
  ];
  return { isBare: kind === 'bare', allow, deny };
}
