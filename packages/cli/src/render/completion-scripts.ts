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
export const completionScripts: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
