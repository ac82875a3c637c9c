import { oneLine, workingFolder } from '@loadout/command';
import { describeSession } from '@loadout/command/runs';
import { loadPlan } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import { listSessions, sessionFolder } from '@loadout/sessions';
import type { Command } from '../arguments/command.js';
import type { completion } from '../arguments/definitions.js';
import { type Candidate, joined, type ValueKind, wantedAt } from '../arguments/wanted-at.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { type ConfigFlags, placeFlags } from '../load/load-plan.js';
import { trustOptions } from '../load/settle-trust.js';
import { listMounted } from '../packaged/mounted-commands.js';
import { allCommands } from '../packaged/own-commands.js';

export const execute: Command<typeof completion> = async ({ positionals: [shell = ''] }, io) => {
  const script = Object.hasOwn(completionScripts, shell) ? completionScripts[shell] : undefined;
  if (script === undefined) throw errors.USAGE_SHELL({ shell, known: Object.keys(completionScripts) });
  io.out(script);
  return 0;
};

const BASH = `# Completes loadout in bash: source <(loadout completion bash)
_loadout() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  [[ $current == "=" ]] && current=""
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")); return ;;
      :folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return ;;
      *) COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _loadout loadout
`;

const ZSH = `#compdef loadout
# Completes loadout in zsh: source <(loadout completion zsh)
_loadout() {
  local line
  local -a lines values
  lines=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    case $line in
      :files) _files; return ;;
      :folders) _files -/; return ;;
      *) values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  _describe 'loadout' values
}
if [ "$funcstack[1]" = "_loadout" ]; then _loadout "$@"; else compdef _loadout loadout; fi
`;

const FISH = `# Completes loadout in fish: loadout completion fish > ~/.config/fish/completions/loadout.fish
function __loadout_complete
  set -l words (commandline -opc)
  set -l lines ($words[1] __complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
  switch "$lines[1]"
    case ':files'
      __fish_complete_path (commandline -ct)
    case ':folders'
      __fish_complete_directories (commandline -ct)
    case '*'
      printf '%s\\n' $lines
  end
end
complete -c loadout -f -a '(__loadout_complete)'
`;

/** The completion script of each shell. All of them ask the command itself, so a new flag needs no new script. */
const completionScripts: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

const ABOUT_CHARS = 100;

/**
 * Answers the completion script of a shell: one `value<TAB>description` to a line, or `:files` or `:folders` where the shell itself
 * completes. Contract: never rejects and prints no problem, because a person is typing. Source: U5.
 */
export async function complete(line: readonly string[], io: Io): Promise<number> {
  const mounted = await listMounted(io);
  const words = joined(line);
  const { kind, candidates = [], prefix, typed } = wantedAt(words, [...allCommands(), ...mounted]);
  if (kind === 'files' || kind === 'folders') {
    io.out(`:${kind}\n`);
    return 0;
  }
  const known = kind === undefined ? [] : await knownValues(kind, { flags: placeFlags(words.slice(0, -1)), io }).catch(() => []);
  const fitting = [...candidates, ...known].filter(({ value }) => value.startsWith(typed) && !/\s/.test(value));
  for (const { value, about = '' } of fitting) io.out(`${oneLine(`${prefix}${value}`, 200)}\t${oneLine(about, ABOUT_CHARS)}\n`);
  return 0;
}

type KnownKind = Exclude<ValueKind, 'files' | 'folders'>;
type Listing = (plan: Plan, io: Io) => readonly Candidate[];

const NEWEST = 20;
/** The bytes of a session above which its first prompt is not looked up, because a person waits. */
const LONG = 256 * 1024;
const named = (names: Iterable<string>): readonly Candidate[] => [...names].map((value) => ({ value }));

/** The names of a configuration, and of its sessions, that a shell completes. */
const VALUES: Readonly<Record<KnownKind, Listing>> = {
  agents: ({ agents }) => Object.values(agents).map(({ name, description }) => ({ value: name, about: description })),
  models: ({ models }) => named(Object.keys(models)),
  servers: ({ mcpServers = {} }) => named(Object.keys(mcpServers)),
  plugins: ({ plugins }) => plugins.map(({ mount, use }) => ({ value: mount, about: use })),
  sessions: ({ workspace, sessions }, { env }) => [
    { value: 'latest', about: 'The newest session of this folder.' },
    ...listSessions(sessionFolder({ workspace, dir: sessions.dir, env }))
      .slice(0, NEWEST)
      .map((entry) => ({ value: entry.id, about: entry.bytes > LONG ? undefined : aboutSession(entry) })),
  ],
};

const aboutSession = (entry: Parameters<typeof describeSession>[0]): string => {
  const { name, prompt } = describeSession(entry);
  return name ?? prompt;
};

/** Returns the names of one kind. Contract: writes nothing, and runs no code of a plugin. Throws if the configuration cannot be read. */
async function knownValues(
  kind: KnownKind,
  { flags, io }: { readonly flags: ConfigFlags; readonly io: Io },
): Promise<readonly Candidate[]> {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const { config: file, profile } = flags;
  const { plan } = await loadPlan({ cwd, file, profile, keepParams: true, env: io.env, trust: trustOptions({}, io) });
  return VALUES[kind](plan, io);
}
