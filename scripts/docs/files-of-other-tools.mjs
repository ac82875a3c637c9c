import { code, page, table } from './markdown.mjs';

const FATES = { kept: 'kept', changed: 'changed', lost: 'lost', quiet: 'lost, without a word' };

const fields = (of) =>
  table(
    ['Name', 'Is', 'As'],
    Object.entries(of).map(([key, { fate, note }]) => [code(key), FATES[fate], note]),
  );

/** docs/reference/files-of-other-tools.md: what becomes of each key, from the tables that the readers of the files use. */
export const filesOfOtherToolsPage = ({ files, settings, permissions, hooks, mcp, agents, skills, program, sandbox }) =>
  page('Keys of the files of other tools', [
    '[Files of other tools](../guide/other-tools.md) explains how these files are used. A key that is in no table is lost, with a warning.',
    '## Files',
    fields(files),
    '## Settings',
    'Loadout does not fill in `${NAME}` in these files; the shell of a hook does. `CLAUDE_PROJECT_DIR` is set for hooks.',
    fields(settings),
    'Under `permissions`:',
    fields(permissions),
    'Hooks of these types run, with these fields:',
    table(
      ['Type', 'Fields'],
      Object.entries(hooks).map(([type, names]) => [code(type), names.map(code).join(', ')]),
    ),
    'The events are those of [the reference](hooks.md). A hook with an `if` is left out if its event is not about a tool call. If Loadout cannot read an `if`, the hook runs for every call.',
    '## Servers of .mcp.json',
    'These are the keys of a server under `mcpServers`. `${NAME}` and `${NAME:-default}` are environment variables.',
    fields(mcp),
    '## Agents',
    'These are the fields of the frontmatter of `.claude/agents/*.md`, including subfolders. The text below it becomes `instructions`.',
    fields(agents),
    '## Skills and commands',
    'These are the fields of the frontmatter of `SKILL.md` and of the file of a command. [Skills](../guide/skills.md) describes each.',
    fields(skills),
    '## Settings of a program',
    '[A program that reads the files](../guide/other-tools/from-a-program.md) uses these keys of the settings too. All other keys are as above.',
    fields(program),
    'Under `sandbox`:',
    fields(sandbox),
  ]);
