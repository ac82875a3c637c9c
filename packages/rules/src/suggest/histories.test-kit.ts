import type { PermissionRule } from '@loadout/core/run';
import { bash, edit, fetching, type Made, recorded, recordOf, ruleOf, setOf } from '../record/calls.test-kit.js';
import type { RecordedCall } from '../record/recorded-call.js';
import { judge } from '../record/rule-set.js';
import { withRules } from './approvals.js';
import { propose } from './propose.js';

/** Numbers from 0 to 1 that a seed decides. */
export function chance(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Chance = ReturnType<typeof chance>;

const pick = <T>(random: Chance, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const some = <T>(random: Chance, list: readonly T[], count: number): readonly T[] =>
  list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, one]) => one);

const FOLDERS = [
  'src',
  'src/api',
  'src/web',
  'tests',
  'tests/unit',
  'docs',
  'scripts',
  'infra',
  'infra/prod',
  'db/migrations',
  'keys',
];
const FILES = Array.from({ length: 12 }, (_, at) => `file${at}.ts`);
const DOMAINS = ['example.com', 'docs.example', 'vendor.example', 'internal.example'];
const HOSTS = ['api', 'www', 'cdn', 'auth', 'files', 'logs'];
const EXACT = [
  'make all',
  'make deploy',
  'npm run build',
  'npm run lint',
  'git push origin main',
  'docker compose up',
  'npm publish',
  'terraform apply',
];
const SUBCOMMANDS = ['npm test', 'cargo test', 'go test', 'cargo build'];
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'src/a.ts', 'src/b.ts', 'tests/x', 'tests/y'];

/** The rules that a person of a history has in mind, and answers by. */
interface Policy {
  readonly rules: readonly PermissionRule[];
  /** Things that are refused inside of what the rules allow. */
  readonly denies: readonly PermissionRule[];
  readonly calls: (random: Chance) => Made;
}

function policyOf(random: Chance): Policy {
  const folders = some(random, FOLDERS, 2 + Math.floor(random() * 3)).filter(
    (one, _, all) => !all.some((other) => one.startsWith(`${other}/`)),
  );
  const exact = some(random, EXACT, 2 + Math.floor(random() * 3));
  const subcommands = some(random, SUBCOMMANDS, Math.floor(random() * 3));
  const domains = some(random, DOMAINS, Math.floor(random() * 3));
  const hosts = some(
    random,
    DOMAINS.filter((one) => !domains.includes(one)),
    1,
  ).map((domain) => `${pick(random, HOSTS)}.${domain}`);
  const inside = random() < 0.5 ? [`${pick(random, folders)}/private`] : [];
  const rules = [
    ...folders.map((folder) => `Edit(/${folder}/**)`),
    ...exact.map((command) => `Bash(${command})`),
    ...subcommands.map((command) => `Bash(${command}:*)`),
    ...domains.map((domain) => `WebFetch(domain:*.${domain})`),
    ...hosts.map((host) => `WebFetch(domain:${host})`),
  ].map((text) => ruleOf(text));
  const denies = inside.map((folder) => ruleOf(`Edit(/${folder}/**)`, 'deny'));
  return { rules, denies, calls: (chosen) => callOf(chosen, inside) };
}

function callOf(random: Chance, inside: readonly string[]): Made {
  const kind = random();
  if (kind < 0.5) return edit(`/repo/${pick(random, [...FOLDERS, ...inside])}/${pick(random, FILES)}`);
  if (kind < 0.7) return bash(pick(random, EXACT));
  if (kind < 0.85) return bash(`${pick(random, SUBCOMMANDS)} ${pick(random, WORDS)}`);
  return fetching(`${pick(random, HOSTS)}.${pick(random, DOMAINS)}`);
}

/** The sums of the histories of many seeds. */
export interface Figures {
  /** Recorded calls that the person refused, and that the learned rules allow. */
  readonly recordedWrong: number;
  /** The calls of the other half, and those among them that the person refuses and the learned rules allow. */
  readonly unseen: number;
  readonly unseenWrong: number;
  /** The calls of the other half that the hidden rules allow, and those among them that the learned rules allow. */
  readonly sparable: number;
  readonly spared: number;
  readonly learned: number;
  readonly hidden: number;
  /** The most learned rules for one hidden rule in a history. */
  readonly most: number;
}

/** Measures the histories of the seeds from 1 on. */
export async function measuredUpTo(seeds: number): Promise<Figures> {
  let sum: Figures = { recordedWrong: 0, unseen: 0, unseenWrong: 0, sparable: 0, spared: 0, learned: 0, hidden: 0, most: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const one = await measured(seed);
    sum = {
      recordedWrong: sum.recordedWrong + one.recordedWrong,
      unseen: sum.unseen + one.unseen,
      unseenWrong: sum.unseenWrong + one.unseenWrong,
      sparable: sum.sparable + one.sparable,
      spared: sum.spared + one.spared,
      learned: sum.learned + one.learned,
      hidden: sum.hidden + one.hidden,
      most: Math.max(sum.most, one.learned / one.hidden),
    };
  }
  return sum;
}

const CALLS = 400;

/** Makes a history, learns from one half of it, and measures the learned rules on the other half. */
async function measured(seed: number): Promise<Omit<Figures, 'most'>> {
  const random = chance(seed);
  const policy = policyOf(random);
  const hidden = setOf([...policy.denies, ...policy.rules]);
  const answered = (made: Made): RecordedCall => {
    const isAllowed = judge(recorded(made, 'allowed'), hidden)?.behavior === 'allow';
    return recorded(made, isAllowed ? 'allowed' : 'denied');
  };
  const calls = Array.from({ length: CALLS }, () => answered(policy.calls(random)));
  const [seen, unseen] = [calls.slice(0, CALLS / 2), calls.slice(CALLS / 2)];
  const { rules } = await propose(recordOf(seen), setOf([]));
  const allowing = rules.map(({ rule }) => rule).filter(({ behavior }) => behavior === 'allow');
  const set = withRules(setOf([]), allowing);
  const passes = (one: RecordedCall) => judge(one, set)?.behavior === 'allow';
  const sparable = unseen.filter((one) => !one.refused);
  return {
    recordedWrong: seen.filter((one) => one.refused && passes(one)).length,
    unseen: unseen.length,
    unseenWrong: unseen.filter((one) => one.refused && passes(one)).length,
    sparable: sparable.length,
    spared: sparable.filter(passes).length,
    learned: allowing.length,
    hidden: policy.rules.length,
  };
}
