import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  APPROVER_KEY: {
    message: (p: { file: string; problem: string }) => `The key ${p.file} cannot be read: ${p.problem}.`,
    fix: () => 'Name the file of your private key with --key or LOADOUT_APPROVER_KEY.',
  },
  ENGINE_SCHEDULE_PACKAGE: {
    message: (p: { use: string }) => `The configuration has ${p.use}, which is not installed, or is an older version.`,
    fix: (p: { use: string }) => `npm install ${p.use}@latest`,
  },
  ENGINE_STEP_TOO_LARGE: {
    message: (p: { record: string; bytes: number; limit: number }) =>
      `A record of the session (${p.record}) has ${p.bytes} bytes, and the engine accepts at most ${p.limit}.`,
    fix: () => 'Let the tool return less, or a path to a file. Long texts of tools are stored in files by themselves.',
  },
  ENGINE_RUN_LOST: {
    message: (p: { session: string }) =>
      `This worker lost the run ${p.session}: the engine closed its connection and gives the run to a worker that answers.`,
    fix: () => 'You need to do nothing. The next worker continues from the last recorded step.',
  },
  ENGINE_OTHER_PLAN: {
    message: (p: { session: string; wanted: string; found: string }) =>
      `The run ${p.session} was submitted with the plan ${p.wanted}, and this worker has the plan ${p.found}.`,
    fix: () => 'Start a worker with the configuration of the run, or cancel the run and submit it again.',
  },
  ENGINE_CODE_CHANGED: {
    message: (p: { session: string; plan: string }) =>
      `The run ${p.session} was submitted with the plan ${p.plan}, and files of its plugins, skills or scripts have changed since this worker started.`,
    fix: () => 'Start a worker with the files of the run, or start this one again for runs that are submitted from now on.',
  },
  ENGINE_OTHER_LABEL: {
    message: (p: { session: string; wanted: string; found: readonly string[] }) =>
      `The run ${p.session} needs a worker with the label ${JSON.stringify(p.wanted)}, and this worker has ${p.found.length === 0 ? 'no label' : p.found.join(', ')}.`,
    fix: (p: { wanted: string }) => `Start a worker with the label: loadout worker --label ${p.wanted}`,
  },
  ENGINE_NO_FOLDER: {
    message: (p: { session: string; folder: string }) =>
      `The session ${p.session} works in ${p.folder}, and this worker has no such folder.`,
    fix: () =>
      'Start a worker on a machine with the folder, or share the folder with all workers. A label keeps runs on machines that have it.',
  },
  ENGINE_NO_SCHEDULE: {
    message: (p: { session: string }) =>
      `A scheduled job of the session ${p.session} is due, and this worker has no @loadout/tool-schedule.`,
    fix: () => 'Install the package where the worker starts: npm install @loadout/tool-schedule',
  },
  ENGINE_NO_PLACE: {
    message: (p: { session: string }) => `The run ${p.session} waits for a place: this worker runs as many runs as it may.`,
    fix: () => 'You need to do nothing. A worker with a free place takes the run. Start more workers, or raise --concurrency.',
  },
  ENGINE_UNNAMED: {
    message: (p: { budget: string }) =>
      `The budget "${p.budget}" cannot be kept on an engine: the configuration has no name, so the budget could be that of another one.`,
    fix: () => 'Add a name to the configuration, the same on all machines: name: reviews',
  },
  ENGINE_LABEL: {
    message: (p: { label: string }) => `${JSON.stringify(p.label)} is not a label of a worker.`,
    fix: () => 'Use at most 40 lower-case letters, digits and hyphens, such as gpu or eu-west-1.',
  },
  ENGINE_NOT_HEARD: {
    message: (p: { url: string; problem: string }) =>
      `The worker at ${p.url} cannot be followed live: ${p.problem}. Messages and results come whole, once they are recorded.`,
    fix: () => 'Let this machine reach the worker at this address, or give the worker another one with --advertise.',
  },
  ENGINE_UNREACHABLE: {
    message: (p: { url: string; problem: string }) => `The engine at ${p.url} does not answer: ${p.problem}.`,
    fix: () =>
      'Start one with loadout engine dev, or set LOADOUT_ENGINE and LOADOUT_ENGINE_ADMIN to the addresses of your engine.',
  },
  ENGINE_ANSWER: {
    message: (p: { url: string; status: number; text: string }) =>
      `The engine at ${p.url} answered ${p.status}: ${p.text.slice(0, 500)}`,
    fix: () => 'Look into the log of the engine.',
  },
  ENGINE_NO_ENTRY: {
    message: (p: { url: string }) => `The engine at ${p.url} does not know the key with which the request was signed.`,
    fix: () => 'Use the key of this engine: LOADOUT_ENGINE_KEY_FILE is the file with the key.',
  },
  ENGINE_KEY_FILE: {
    message: (p: { file: string; problem: string }) => `The key of the engine cannot be read from ${p.file}: ${p.problem}.`,
    fix: () =>
      'Start an engine with loadout engine dev, which makes the key, or set LOADOUT_ENGINE_KEY_FILE to a copy of the key of your engine.',
  },
  ENGINE_NOT_SIGNED: {
    message: (p: { act: string; of: string }) => `The ${p.act} for ${p.of} is not signed with the key of this worker.`,
    fix: () => 'Give all workers and all users of the engine the same key: LOADOUT_ENGINE_KEY_FILE.',
  },
  ENGINE_TAKEN_BEFORE: {
    message: (p: { of: string; id: string }) => `The message ${p.id} for ${p.of} was taken before, and this is a copy of it.`,
    fix: () => 'Submit the prompt again with loadout submit, which signs a new message.',
  },
  ENGINE_PROMPT_TOO_LARGE: {
    message: (p: { bytes: number; limit: number }) =>
      `The prompt has ${p.bytes} bytes, and a prompt for the engine has at most ${p.limit}.`,
    fix: () => 'Store the text in a file that the worker has, and name the file in the prompt.',
  },
  ENGINE_NO_WORKER: {
    message: (p: { session: string; wanted: string; found: readonly string[] }) =>
      `The run ${p.session} was submitted with the plan ${p.wanted}, and no worker with this plan answers. ${p.found.length === 0 ? 'No other plan is registered.' : `Registered: ${p.found.join(', ')}.`}`,
    fix: () => 'Start a worker with the configuration of the run, or cancel the run and submit it again.',
  },
  ENGINE_CANCELLED: {
    message: (p: { run: string; call: string }) =>
      `The run ${p.run} is cancelled, so the answer about the call ${p.call} changes nothing.`,
    fix: (p: { run: string }) => `Submit another prompt to the session: loadout submit AGENT "Try again." --session ${p.run}`,
  },
  ENGINE_AGENT_UNKNOWN: {
    message: (p: { agent: string; available: readonly string[] }) =>
      `No worker has registered the agent ${JSON.stringify(p.agent)}. Registered: ${p.available.join(', ') || 'none'}.`,
    fix: () => 'Start a worker with a configuration that has the agent: loadout worker -c agent.config.yaml',
  },
  ENGINE_AGENT_NAME: {
    message: (p: { agent: string }) =>
      `The agent ${JSON.stringify(p.agent)} cannot be a service: the engine does not allow its name.`,
    fix: () => 'Use letters, digits, dots, hyphens and underscores in the name of the agent.',
  },
  ENGINE_RUN_UNKNOWN: {
    message: (p: { run: string }) => `The engine has no run ${JSON.stringify(p.run)}.`,
    fix: () => 'List the runs with loadout runs. A run of loadout serve http is answered at its address, which ends in /runs/ID.',
  },
  ENGINE_NOTHING_ASKED: {
    message: (p: { run: string; call?: string | undefined; open: readonly string[] }) =>
      p.call === undefined && p.open.length > 1
        ? `The run ${p.run} waits for ${p.open.length} answers: ${p.open.join(', ')}.`
        : `The run ${p.run} does not wait for an answer${p.call === undefined ? '' : ` about the call ${p.call}`}.`,
    fix: (p: { open: readonly string[] }) =>
      p.open.length > 0 ? `Name the call: ${p.open.join(', ')}.` : 'List the runs with loadout runs.',
  },
  APPROVE_NOTHING_ASKED: {
    message: (p: { address: string; call?: string | undefined; open: readonly string[] }) =>
      p.call === undefined && p.open.length > 1
        ? `${p.address} waits for ${p.open.length} answers: ${p.open.join(', ')}.`
        : `${p.address} does not wait for an answer${p.call === undefined ? '' : ` about the call ${p.call}`}. It may have one already.`,
    fix: (p: { address: string; open: readonly string[] }) =>
      p.open.length > 0 ? `Name the call: ${p.open.join(', ')}.` : `Read its state: GET ${p.address} with the token.`,
  },
  ENGINE_ANSWER_UNFIT: {
    message: (p: { run: string; name: string; wanted: number; given: number | undefined }) =>
      p.wanted === 0
        ? `The call ${p.name} of ${p.run} needs an approval, and not a text.`
        : `The call ${p.name} of ${p.run} asks ${p.wanted} question${p.wanted === 1 ? '' : 's'}, and the answer has ${p.given ?? 'no'} texts.`,
    fix: (p: { run: string; name: string; wanted: number }) =>
      p.wanted === 0
        ? `Allow the call with loadout approve ${p.run} ${p.name}, or deny it with loadout deny.`
        : `Give one text for each question: loadout answer ${p.run} ${p.name}${' --text TEXT'.repeat(p.wanted)}`,
  },
  ENGINE_NOBODY_WAITS: {
    message: (p: { agent: string }) => `The agent ${p.agent} cannot ask a person: no call waits for the agent.`,
    fix: () => 'Decide without an answer, and say so in the report.',
  },
  ENGINE_ANSWERED: {
    message: (p: { run: string; call: string }) => `The call ${p.call} of ${p.run} was answered before. The first answer stays.`,
    fix: () => 'Start a worker if the run does not continue. An approval is given once.',
  },
  ENGINE_EXPIRED: {
    message: (p: { run: string; call: string; expires: string }) =>
      `The question about the call ${p.call} of ${p.run} expired at ${p.expires}. The call counts as denied.`,
    fix: (p: { run: string }) => `Submit another prompt to the session: loadout submit AGENT "Try again." --session ${p.run}`,
  },
  APPROVE_ADDRESS: {
    message: (p: { address: string; problem: string }) => `Nothing can be answered at ${p.address}: ${p.problem}.`,
    fix: () =>
      'Name the address of the run, such as https://agents.example.com/runs/ID. A message of notify has it in the field address.',
  },
  APPROVE_REFUSED: {
    message: (p: { address: string; problem: string; fix?: string | undefined }) => `${p.address} ${p.problem}`,
    fix: (p: { fix?: string | undefined }) => p.fix ?? 'Check the address, and the token in LOADOUT_HTTP_TOKEN.',
  },
  ENGINE_NO_APPROVER: {
    message: (p: { call: string; people: readonly string[]; publicKey?: string | undefined }) =>
      `The call ${p.call} waits for an answer of ${p.people.join(', ')}${p.publicKey === undefined ? ', and no key was given' : `, and the public key ${p.publicKey} belongs to none of them`}.`,
    fix: () =>
      'Name the file of your private key with --key or LOADOUT_APPROVER_KEY. Add your public key to permissions.approvals.from.',
  },
  ENGINE_KEY: {
    message: (p: { problem: string }) => `The key cannot sign an answer: ${p.problem}.`,
    fix: () => 'Create one with openssl genpkey -algorithm ed25519 -out key.pem. A key with a passphrase is not supported.',
  },
  ENGINE_SERVER_MISSING: {
    message: (_: { install: string }) => 'The server of the engine is not installed beside the loadout command.',
    fix: (p: { install: string }) => `Install it where Loadout is installed: ${p.install}`,
  },
  ENGINE_SERVER_FAILED: {
    message: (p: { problem: string; log: string }) => `The server of the engine did not start: ${p.problem}. Its log: ${p.log}`,
    fix: () => 'If an address is in use, choose another port with --port and --admin-port.',
  },
  ENGINE_PORT: {
    message: (p: { host: string; port: number; problem: string }) =>
      `The worker cannot listen at ${p.host}:${p.port}: ${p.problem}.`,
    fix: () => 'Choose another port with --port. Each worker of a machine needs one.',
  },
  ENGINE_NO_IDENTITY: {
    message: (p: { host: string }) => `A worker at ${p.host} needs the public key of its engine.`,
    fix: () => 'Give the public key of your engine with --identity-key, or listen at 127.0.0.1.',
  },
  ENGINE_IDENTITY_KEY: {
    message: (p: { key: string }) =>
      `${JSON.stringify(p.key)} is not a public key of an engine; expected publickeyv1_ and 32 bytes as base58, or a PEM file with an Ed25519 key.`,
    fix: () => 'Restate writes the key into its log at start. Without --identity-key, the key of the engine itself counts.',
  },
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
    fix: () => 'You need to do nothing. The run continues from the last recorded step.',
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

export const errors = defineErrors({ ...usageErrors, ...table });
