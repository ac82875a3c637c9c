/** Words that may begin a command line of the sandbox package, besides bubblewrap's own path. */
const LONG = '/bin/sh -c ';

/**
 * Runs bubblewrap without the mounts for missing names. bubblewrap would create an empty file on the host for each of them. Git,
 * a second terminal, and every program after a kill would see the file. The package writes `--args` if the mounts are too many
 * for one line. See decisions/0016.
 */
const ENTER = `loadout_enter() {
  local -a words=() kept=() more=()
  local -i at=0
  if [[ $1 == /bin/sh ]]; then exec 9< "$5" || exit 126; shift 5; fi
  for word; do
    if [[ $word == -- ]]; then break; fi
    words+=("$word"); shift
    if (( \${#words[@]} > 1 )) && [[ \${words[-2]} == --args ]]; then
      mapfile -d '' -t more <&9; exec 9<&-
      unset 'words[-1]' 'words[-1]'; words+=("\${more[@]}")
    fi
  done
  while (( at < \${#words[@]} )); do
    if [[ \${words[at]} == --ro-bind ]] && loadout_is_absent "\${words[at + 1]}" "\${words[at + 2]}"; then at+=3
    else kept+=("\${words[at]}"); at+=1
    fi
  done
  exec "\${kept[@]}" "$@"
}
loadout_is_absent() { [[ ( $1 == /dev/null || $1 == */claude-empty-* ) && ! -e $2 && ! -L $2 ]]; }
loadout_enter `;

/** Throws for a command line in another form: an unknown form may create files. */
export function withoutMountPoints(wrapped: string, bwrap: string): string {
  if (!wrapped.startsWith(`${bwrap} `) && !wrapped.startsWith(LONG))
    throw new Error(`the command line of @anthropic-ai/sandbox-runtime is of a form that is not known: ${wrapped.slice(0, 60)}`);
  return `${ENTER}${wrapped}`;
}
