import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AnyTool, defineTool, FileCheckpoints, messageOf, type ToolContext, type ToolOutput } from '@loadout/core';
import { errors } from '../errors.js';

const inputSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$', description: 'Lower-case words joined by hyphens' },
    description: { type: 'string', minLength: 1, maxLength: 1536, description: 'When to use it, in one or two sentences' },
    instructions: { type: 'string', minLength: 1, description: 'The text of the skill: what to do, step by step, as Markdown' },
    allowed_tools: { type: 'array', items: { type: 'string' }, description: 'Allow rules that apply while the skill is used' },
  },
  required: ['name', 'description', 'instructions'],
  additionalProperties: false,
} as const;

interface SaveInput {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly allowed_tools?: readonly string[];
}

const fileOf = (root: string, name: string) => join(root, '.claude', 'skills', name, 'SKILL.md');

/**
 * Saves lessons as a skill of the project. Such a file decides what runs later, so the call is always asked about. Source:
 * ALIAS-31.
 */
export function saveSkillTool(): AnyTool {
  return defineTool({
    name: 'SaveSkill',
    aliases: ['save_skill'],
    description:
      'Saves instructions for a kind of task as a skill of this project, in .claude/skills/<name>/SKILL.md, for later sessions. Save what took effort to find out and will be needed again; the user is asked first. A skill with the same name is replaced.',
    inputSchema,
    inputAliases: { content: 'instructions' },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    access: (input, context) => [{ kind: 'write', path: fileOf(rootOf(context), (input as SaveInput).name) }],
    call: (input, context) => save(input as SaveInput, context),
  });
}

/** The first working directory: a skill is the project's, wherever the session works now. */
const rootOf = ({ roots, cwd }: Pick<ToolContext, 'roots' | 'cwd'>) => roots[0] ?? cwd;

/** Written to the path that was permitted, whole or not at all. */
async function save(
  { name, description, instructions, allowed_tools = [] }: SaveInput,
  context: ToolContext,
): Promise<ToolOutput> {
  const permitted = context.permitted.find((access) => access.kind === 'write');
  if (permitted?.kind !== 'write') throw errors.SKILL_NOT_SAVED({ name, problem: 'its path was not permitted' });
  const { path } = permitted;
  const lines = [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...(allowed_tools.length === 0 ? [] : [`allowed-tools: ${JSON.stringify(allowed_tools)}`]),
    '---',
    '',
    instructions.trim(),
    '',
  ];
  const next = `${path}.${context.toolUseId.replace(/\W/g, '')}.new`;
  try {
    await context.find(FileCheckpoints)?.before(path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(next, lines.join('\n'), { flag: 'wx' });
    await rename(next, path);
  } catch (cause) {
    await rm(next, { force: true }).catch(() => {});
    throw errors.SKILL_NOT_SAVED({ name, problem: messageOf(cause) }, { cause });
  }
  return {
    content: `The skill ${name} is saved in ${path}. It is offered from the next session on, where the configuration reads skills from there.`,
    structuredContent: { name, path },
  };
}
