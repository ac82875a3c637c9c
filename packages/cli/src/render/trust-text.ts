import { join } from 'node:path';
import { changesText, type Paint, placeText, visible, visibleValue } from '@loadout/command';
import { folderOf, pluginCommands, type TrustPart, type TrustVerdict } from '@loadout/config';

interface Around {
  readonly cwd: string;
  readonly paint: Paint;
}

/**
 * All active parts in full, each with its place and the files that it names. If some parts were trusted before, the changes come
 * first.
 */
export function trustText(verdict: TrustVerdict, around: Around): string {
  const { root, config, hash, parts, changes } = verdict;
  const broad = parts.flatMap(rulesThatRunCode);
  return [
    `${visible(config)} in ${visible(root)}: trust enables ${parts.length === 1 ? 'this part' : `these ${parts.length} parts`}.\n`,
    ...parts.map((part) =>
      partText(part, { ...around, changed: changeOf(part, verdict), configDir: folderOf(join(root, config)) }),
    ),
    ...(changes === undefined || changes.length === 0 ? [] : [`Since you trusted it:\n${changesText(changes, around)}\n`]),
    ...broad.map((rule) => `${visible(carefulWith(rule))}\n`),
    `sha256 ${hash}\n`,
  ].join('\n');
}

interface Shown extends Around {
  readonly changed: string;
  readonly configDir: string;
}

function partText(part: TrustPart, { cwd, changed, configDir }: Shown): string {
  const place = part.position === undefined ? '' : `  ${visible(placeText(part.position, cwd))}`;
  const value = part.reads === undefined ? visibleValue(part.value) : `inserts: ${part.reads.map(visible).join(', ')}`;
  const files = part.files.map(({ path, sha256 }) => `  file ${visible(path)}  ${sha256.slice(0, 16)}…\n`);
  const absent = (part.absent ?? []).map((path) => `  names ${visible(path)}, which does not exist\n`);
  const { package: found } = part;
  const loaded =
    found === undefined ? [] : [`  loads ${visible(found.name)} ${visible(found.version)}  ${found.sha256.slice(0, 16)}…\n`];
  return `${visible(part.path)}${place}${changed}\n${value.replace(/^/gm, '  ')}\n${[...loaded, ...commandsOf(part, configDir), ...files, ...absent].join('')}`;
}

/** The commands that a plugin package brings, as they are typed. */
function commandsOf({ keys, value, package: found }: TrustPart, configDir: string): readonly string[] {
  const use = typeof value === 'string' ? value : (value as { readonly use?: unknown } | null)?.use;
  if (found === undefined || keys.at(-2) !== 'plugins' || typeof use !== 'string') return [];
  return pluginCommands(use, configDir).map(
    ({ row }) => `  brings loadout ${visible(`${String(keys.at(-1))} ${row.name}`)}  ${visible(row.summary)}\n`,
  );
}

const changeOf = ({ path }: TrustPart, { changes }: TrustVerdict): string => {
  const how = changes?.find((one) => one.path === path)?.how;
  return how === undefined ? '' : `  (${how} since you trusted it)`;
};

function rulesThatRunCode({ keys, value }: TrustPart): readonly string[] {
  if (!keys.includes('permissions') || !keys.includes('allow') || !Array.isArray(value)) return [];
  const rules = value.map((one: unknown) => (typeof one === 'string' ? one : String((one as { rule?: unknown }).rule ?? '')));
  return rules.filter(runsRepositoryCode);
}

/** Rules that let code from the files of the folder run: every command, a path, or one of these programs, also behind a wrapper. */
const RUNS_CODE =
  /^Bash\((?:\*|\.{0,2}\/|(?:(?:env|nice|nohup|time|timeout \S+)\s+)*(?:make|npm|npx|pnpm|yarn|bun|node|deno|python3?|uv|pytest|cargo|go|gradle|mvn|just|rake|bundle|composer|tox|bash|sh)\b)/;

/**
 * Whether an allow rule lets a program run code from the repository. The lock and the trust cover only the text of such a rule.
 */
export const runsRepositoryCode = (rule: string): boolean => rule === 'Bash' || RUNS_CODE.test(rule);

export const carefulWith = (rule: string): string =>
  `Careful: ${rule} runs whatever scripts, build files and dependencies this repository contains at that time.`;
