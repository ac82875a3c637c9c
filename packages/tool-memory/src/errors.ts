import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  MEMORY_UNSEEN: {
    message: (p: { path: string }) =>
      `${p.path} did not come from this tool, and no person has looked at it yet, so it is not read, changed or searched.`,
    fix: (p: { path: string }) =>
      `A person can read it with loadout memory show ${p.path} and then run loadout memory accept ${p.path}.`,
  },
  MEMORY_NOT_ASKED: {
    message: (p: { sources: readonly string[] }) =>
      `Later sessions would read this note, and this session may have read text from outside (${p.sources.join(', ')}), but no person was asked: the hooks of @loadout/tool-memory did not run here.`,
    fix: () => 'Let the hooks of plugins run, or name the tools that you trust in its option trusts: "*" for all.',
  },
  MEMORY_NAME_TAKEN: {
    message: (p: { path: string; other: string }) =>
      `${p.path} differs from ${p.other} only in upper and lower case, and some disks treat them as one file.`,
    fix: () => 'Use the existing name, or a different one.',
  },
  MEMORY_TOO_LARGE: {
    message: (p: { what: string; bytes: number; most: number }) =>
      `${p.what} would have ${p.bytes} bytes, and at most ${p.most} are allowed. Nothing was changed.`,
    fix: () => 'Write less, or delete or shorten notes that are no longer true.',
  },
  MEMORY_SECRET: {
    message: (p: { path: string; what: string }) => `${p.path} would hold ${p.what}. Nothing was changed.`,
    fix: () => 'Leave the secret out and write down where it is kept.',
  },
  MEMORY_BUSY: {
    message: (p: { folder: string; seconds: number }) =>
      `The notes in ${p.folder} were being changed by another process for ${p.seconds} seconds.`,
    fix: () => 'Try again. If no other process runs, a person can remove the lock file that loadout memory doctor names.',
  },
  MEMORY_MOVED: {
    message: (p: { path: string; problem: string }) => `${p.path} cannot hold notes: ${p.problem}.`,
    fix: () => 'Remove the link, or choose another folder with the option folder of @loadout/tool-memory.',
  },
  MEMORY_FOLDER: {
    message: (p: { folder: string; problem: string }) => `The folder of the notes ${JSON.stringify(p.folder)} ${p.problem}.`,
    fix: () => 'Give a folder below the working folder, such as .memories.',
  },
  MEMORY_SHARED: {
    message: (p: { folder: string; problem: string }) =>
      `The shared folder of the notes ${JSON.stringify(p.folder)} ${p.problem}.`,
    fix: () => 'Give an absolute path of a folder that only your workers write to, such as /data/notes.',
  },
  MEMORY_STORE: {
    message: (p: { path: string; problem: string }) => `The notes in ${p.path} cannot be read or written: ${p.problem}.`,
    fix: () => 'Check that the folder exists and that you can write to it.',
  },
  MEMORY_CHANGED: {
    message: (p: { path: string }) =>
      `${p.path} was changed again and again while it was being edited. Nothing was changed by this call.`,
    fix: () => 'View it again, then edit it.',
  },
  MEMORY_NOT_MOUNTED: {
    message: (p: { file: string }) => `${p.file} has no plugin @loadout/tool-memory, so there are no notes to show.`,
    fix: () => 'Add it under plugins: memory: { use: "@loadout/tool-memory" }.',
  },
  MEMORY_NOT_FOUND: {
    message: (p: { path: string; paths: readonly string[] }) =>
      `There is no note ${JSON.stringify(p.path)}.${p.paths.length === 0 ? '' : ` There are: ${p.paths.slice(0, 20).join(', ')}${p.paths.length > 20 ? ', …' : ''}.`}`,
    fix: () => 'List them with loadout memory list.',
  },
  MEMORY_AGENT_MISSING: {
    message: (p: { agents: readonly string[] }) =>
      `Each agent has notes of its own here, and no agent was named. There are: ${p.agents.join(', ')}.`,
    fix: () => 'Add --agent NAME.',
  },
  MEMORY_OF_SESSION: {
    message: () => 'The notes of this configuration belong to one session each, and end with it.',
    fix: () => 'Choose another scope in the options of @loadout/tool-memory to keep notes.',
  },
  MEMORY_NEEDS_PERSON: {
    message: (p: { path: string }) => `Only a person at a terminal can change ${p.path}, and there is no terminal here.`,
    fix: () => 'Run the command in a terminal.',
  },
  MEMORY_EDITOR: {
    message: (p: { command: string; problem: string }) => `The editor ${p.command} failed: ${p.problem}. The note is as it was.`,
    fix: () => 'Set VISUAL or EDITOR to a program that waits until you close the file.',
  },
};

export const errors = defineErrors(table);
