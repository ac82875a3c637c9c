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

/** The rules that a person of a history has in mind. Together they are about every call of the history. */
interface Policy {
  readonly rules: readonly PermissionRule[];
  readonly calls: (random: Chance) => Made;
}

type Kind = PermissionRule['behavior'];

/** Most things that a person has a rule for are allowed. */
const kindOf = (random: Chance): Kind => pick(random, ['allow', 'allow', 'allow', 'allow', 'ask', 'deny']);

function policyOf(random: Chance): Policy {
  const folders = some(random, FOLDERS, 2 + Math.floor(random() * 3))
    .filter((one, _, all) => !all.some((other) => one.startsWith(`${other}/`)))
    .map((one): readonly [string, Kind] => [one, kindOf(random)]);
  const inside = random() < 0.6 ? insideOf(pick(random, folders), random) : [];
  const exact = withKinds(random, { all: EXACT, count: 2 + Math.floor(random() * 3) });
  const subcommands = withKinds(random, { all: SUBCOMMANDS, count: Math.floor(random() * 3) });
  const domains = withKinds(random, { all: DOMAINS, count: Math.floor(random() * 3) });
  const rules = [
    ...foldersWithRest([...folders, ...inside]).map(([pattern, kind]) => ruleOf(`Edit(/${pattern})`, kind)),
    ...exact.map(([command, kind]) => ruleOf(`Bash(${command})`, kind)),
    ...subcommands.map(([command, kind]) => ruleOf(`Bash(${command}:*)`, kind)),
    ...hostsOf(domains, random).map(([host, kind]) => ruleOf(`WebFetch(domain:${host})`, kind)),
  ];
  return {
    rules,
    calls: (chosen) =>
      callOf(
        chosen,
        inside.map(([folder]) => folder),
      ),
  };
}

type Kinds = readonly (readonly [string, Kind])[];

/** Rules for some of all things. The others are denied. */
function withKinds(random: Chance, { all, count }: { readonly all: readonly string[]; readonly count: number }): Kinds {
  const chosen = new Map(some(random, all, count).map((one) => [one, kindOf(random)]));
  return all.map((one) => [one, chosen.get(one) ?? 'deny']);
}

/** A folder within an allowed one that is asked about or denied. */
const insideOf = ([folder, kind]: readonly [string, Kind], random: Chance): Kinds =>
  kind === 'allow' ? [[`${folder}/private`, pick(random, ['ask', 'deny'])]] : [];

/** The patterns of folders, with those that deny all other files. */
function foldersWithRest(folders: Kinds): Kinds {
  const isIn = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
  const rest = FOLDERS.filter((one) => !folders.some(([other]) => isIn(one, other)));
  const isWhole = (one: string) => !folders.some(([other]) => isIn(other, one));
  const tops = rest.filter((one) => !rest.some((other) => other !== one && isIn(one, other) && isWhole(other)));
  return [
    ...folders.map(([one, kind]) => [`${one}/**`, kind] as const),
    ...tops.map((one) => [isWhole(one) ? `${one}/**` : `${one}/*.ts`, 'deny'] as const),
  ];
}

/** The patterns of hosts. One denied domain has a host that is allowed. */
function hostsOf(domains: Kinds, random: Chance): Kinds {
  const denied = domains.filter(([, kind]) => kind === 'deny').map(([domain]) => domain);
  const [open] = some(random, denied, 1);
  const host = pick(random, HOSTS);
  return domains.flatMap(([domain, kind]): Kinds => {
    if (domain !== open) return [[`*.${domain}`, kind]];
    return HOSTS.map((one) => [`${one}.${domain}`, one === host ? 'allow' : 'deny']);
  });
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
  /** The calls of the other half, and those among them that the hidden rules deny and the learned ones allow. */
  readonly unseen: number;
  readonly unseenWrong: number;
  /** The calls of the other half that the hidden rules ask about, the person refuses, by chance, and the learned rules allow. */
  readonly unasked: number;
  /** The calls of the other half that the hidden rules do not deny and the learned ones do. */
  readonly blocked: number;
  /** The calls of the other half that the hidden rules allow, and those among them that the learned rules allow. */
  readonly sparable: number;
  readonly spared: number;
  /** The calls of the other half that the hidden rules deny, and those among them that the learned rules deny. */
  readonly deniable: number;
  readonly denied: number;
  /** The hidden rules that ask, and the calls of the other half that they are about, with those that the learned rules ask about. */
  readonly askable: number;
  readonly asked: number;
  readonly learned: number;
  readonly hidden: number;
  /** The most learned rules for one hidden rule in a history. */
  readonly most: number;
}

const NONE: Figures = {
  ...{ recordedWrong: 0, unseen: 0, unseenWrong: 0, unasked: 0, blocked: 0, sparable: 0, spared: 0, deniable: 0, denied: 0 },
  ...{ askable: 0, asked: 0, learned: 0, hidden: 0, most: 0 },
};

/** Measures the histories of some seeds. */
export async function measuredOf(seeds: readonly number[]): Promise<Figures> {
  let sum: Figures = NONE;
  for (const seed of seeds) sum = added(sum, await measured(seed));
  return sum;
}

export const sumOf = (all: readonly Figures[]): Figures => all.reduce(added, NONE);

const added = (sum: Figures, one: Figures): Figures =>
  Object.fromEntries(
    (Object.keys(NONE) as (keyof Figures)[]).map((key) => [
      key,
      key === 'most' ? Math.max(sum[key], one[key]) : sum[key] + one[key],
    ]),
  ) as unknown as Figures;

const CALLS = 400;

/** Makes a history, learns from one half of it, and measures the learned rules on the other half. */
async function measured(seed: number): Promise<Figures> {
  const random = chance(seed);
  const policy = policyOf(random);
  const hidden = setOf(policy.rules);
  const calls = Array.from({ length: CALLS }, (): Answered => {
    const call = recorded(policy.calls(random), 'allowed');
    const wanted = judge(call, hidden)?.behavior ?? 'deny';
    const isAllowed = wanted === 'allow' || (wanted === 'ask' && random() < 0.5);
    return { wanted, one: isAllowed ? call : { ...call, answer: 'denied', ran: false, refused: true } };
  });
  const [seen, unseen] = [calls.slice(0, CALLS / 2), calls.slice(CALLS / 2)];
  const learned = (await propose(recordOf(seen.map(({ one }) => one)), setOf([]))).rules.map(({ rule }) => rule);
  const set = withRules(setOf([]), learned);
  const [before, after] = [seen, unseen].map((all) => all.map((call) => ({ ...call, says: judge(call.one, set)?.behavior })));
  const count = (list: typeof after, is: (call: NonNullable<typeof after>[number]) => boolean) => (list ?? []).filter(is).length;
  const of = (kind: Kind) => count(after, ({ wanted }) => wanted === kind);
  const alike = (kind: Kind) => count(after, ({ wanted, says }) => wanted === kind && says === kind);
  return {
    recordedWrong: count(before, ({ one, says }) => one.refused && says === 'allow'),
    unseen: unseen.length,
    unseenWrong: count(after, ({ wanted, says }) => wanted === 'deny' && says === 'allow'),
    unasked: count(after, ({ one, wanted, says }) => wanted === 'ask' && one.refused && says === 'allow'),
    blocked: count(after, ({ wanted, says }) => wanted !== 'deny' && says === 'deny'),
    sparable: of('allow'),
    spared: alike('allow'),
    deniable: of('deny'),
    denied: alike('deny'),
    askable: of('ask'),
    asked: alike('ask'),
    learned: learned.length,
    hidden: policy.rules.length,
    most: learned.length / policy.rules.length,
  };
}

interface Answered {
  readonly one: RecordedCall;
  /** The answer that the person has in mind. */
  readonly wanted: Kind;
}
