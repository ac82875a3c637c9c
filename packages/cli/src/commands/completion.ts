import { oneLine } from '@loadout/command';
import type { Command } from '../arguments/command.js';
import type { completion } from '../arguments/definitions.js';
import { wantedAt } from '../arguments/wanted-at.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { knownValues } from '../listings/known-values.js';
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
  const { kind, candidates = [], prefix, typed, place } = wantedAt(line, [...allCommands(), ...mounted]);
  if (kind === 'files' || kind === 'folders') {
    io.out(`:${kind}\n`);
    return 0;
  }
  const known = kind === undefined ? [] : await knownValues(kind, { place, io }).catch(() => []);
  const fitting = [...candidates, ...known].filter(({ value }) => value.startsWith(typed) && !/\s/.test(value));
  for (const { value, about = '' } of fitting) io.out(`${oneLine(`${prefix}${value}`, 200)}\t${oneLine(about, ABOUT_CHARS)}\n`);
  return 0;
}
