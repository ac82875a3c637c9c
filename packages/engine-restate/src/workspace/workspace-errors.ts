/** The errors of workspaces that are git repositories. */
export const workspaceTable = {
  ENGINE_WORKSPACE: {
    message: (p: { workspace: string; problem: string }) =>
      `${JSON.stringify(p.workspace)} cannot be the workspace of a run: ${p.problem}.`,
    fix: () => 'Name a repository and a branch, a tag or a commit: git:https://example.com/team/app.git#main',
  },
  ENGINE_WORKSPACE_SESSION: {
    message: (p: { session: string; wanted: string; found: string }) =>
      `The session ${p.session} works in ${p.found}, and the prompt names the workspace ${p.wanted}.`,
    fix: () => 'Submit the prompt without a workspace: a session keeps the one that it has.',
  },
  ENGINE_WORKSPACE_REMOTE: {
    message: (p: { session: string; remote: string; found: readonly string[] }) =>
      `The run ${p.session} works in ${p.remote}, and this worker takes ${p.found.length === 0 ? 'no run with a repository' : `repositories of ${p.found.join(', ')}`}.`,
    fix: (p: { remote: string }) => `Start a worker that may use the repository: loadout worker --remote ${p.remote}`,
  },
  ENGINE_WORKSPACE_FOLDER: {
    message: (p: { session: string; wanted: string; found: string }) =>
      `The run ${p.session} works in ${p.wanted}, and this worker would put its files into ${p.found}.`,
    fix: () => 'Start all workers with the same folder for workspaces: loadout worker --workspaces DIR',
  },
  ENGINE_WORKSPACE_BUSY: {
    message: (p: { session: string; folder: string }) =>
      `Another worker of this machine still has the files of the run ${p.session} in ${p.folder}.`,
    fix: (p: { folder: string }) =>
      `Wait: the run continues once that worker has let go of the folder. If no worker has it, remove ${p.folder}.owner`,
  },
  ENGINE_WORKSPACE_PLACE: {
    message: (p: { folder: string; problem: string }) => `The folder for workspaces, ${p.folder}, cannot be used: ${p.problem}.`,
    fix: () => 'Choose a folder that belongs to the user of the worker alone: loadout worker --workspaces DIR',
  },
  ENGINE_WORKSPACE_GIT: {
    message: (p: { remote: string; doing: string; reason: string }) => `git could not ${p.doing} ${p.remote}: ${p.reason}`,
    fix: () => 'Check that the remote answers and that the user of the worker may read and write there. The run loses nothing.',
  },
  ENGINE_WORKSPACE_REF: {
    message: (p: { remote: string; ref: string }) => `${p.remote} has no branch, tag or commit ${JSON.stringify(p.ref)}.`,
    fix: () => 'Push it, or cancel the run and submit it with another one.',
  },
  ENGINE_WORKSPACE_GONE: {
    message: (p: { remote: string; ref: string; commit: string }) =>
      `The files of the last recorded step, the commit ${p.commit}, are not in ${p.ref} of ${p.remote}.`,
    fix: () =>
      'Restore the ref from another clone, or cancel the run. A run never continues with other files than its records describe.',
  },
  ENGINE_WORKSPACE_TAKEN: {
    message: (p: { session: string; ref: string }) =>
      `Another worker has pushed to ${p.ref}, so this worker has lost the run ${p.session}.`,
    fix: () => 'Nothing has to be done. The run continues from the last recorded step.',
  },
  ENGINE_WORKSPACE_REJECTED: {
    message: (p: { remote: string; ref: string; reason: string }) => `${p.remote} rejects a push to ${p.ref}: ${p.reason}`,
    fix: () =>
      'Let the user of the worker push to refs/loadout/* and refs/loadout-state/*, and submit another prompt to the session.',
  },
  ENGINE_WORKSPACE_LARGE: {
    message: (p: { file: string; bytes: number; limit: number }) =>
      `The files of the step cannot be pushed: ${p.file} has ${p.bytes} bytes, and at most ${p.limit} are pushed.`,
    fix: () => 'Name such files in .gitignore. Ignored files stay on the worker and are not pushed.',
  },
  ENGINE_WORKSPACE_SECRET: {
    message: (p: { file: string }) => `The files of the step are not pushed: ${p.file} contains the value of a secret.`,
    fix: () => 'Name such files in .gitignore, or let the agent read the value from its environment.',
  },
  ENGINE_WORKSPACE_FILES: {
    message: (p: { doing: string; reason: string }) => `git could not ${p.doing}: ${p.reason}`,
    fix: () => 'Look at the file that git names. Give it another name, remove it, or name it in .gitignore.',
  },
} as const;
