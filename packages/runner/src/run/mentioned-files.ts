import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolRole } from '@loadout/core';
import type { Block } from '@loadout/core/model';
import { inHome, runToolCall, type SettledCall } from '@loadout/core/run';
import { modelText, reminder } from '../prompts/model-texts.js';
import { redactor, redactValue } from '../secrets/redact.js';
import { toolWith } from '../tools/find-tools.js';
import type { RunState } from './run-state.js';

/** The most files that one prompt brings. */
const MOST = 20;

/**
 * Reads the files that a prompt names as `@path`, for the model to see beside the prompt. Each is a call of the tool that the model
 * would use: rules, mode and hooks decide as for the model, and a file that they do not allow at once is left out (W27).
 */
export async function mentionedFiles(run: RunState, prompt: string): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const mention of mentionsIn(prompt, run).slice(0, MOST)) {
    const { role, input } = callOf(mention);
    const name = toolWith(run.calls().pool, role)?.name;
    if (name === undefined) continue;
    const settled = await call(run, name, input);
    if (settled.outcome !== 'done') continue;
    blocks.push(reminder(modelText.mentionRead(name, input)), ...resultOf(run, settled, name));
  }
  return blocks;
}

interface Mention {
  readonly path: string;
  readonly isFolder: boolean;
  readonly lines: { readonly offset: number; readonly limit?: number | undefined } | undefined;
}

const MENTION = /(?:^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g;

function mentionsIn(prompt: string, run: RunState): readonly Mention[] {
  const found = new Map<string, Mention>();
  for (const [, quoted, plain = ''] of prompt.matchAll(MENTION)) {
    const mention = [quoted ?? plain, plain.replace(/[,.;:!?)\]}]+$/, '')].map((text) => mentionOf(text, run)).find(Boolean);
    if (mention !== undefined) found.set(JSON.stringify(mention), mention);
  }
  return [...found.values()];
}

function mentionOf(text: string, { session, spec }: RunState): Mention | undefined {
  const [, from, to] = /#L(\d+)(?:-L?(\d+))?$/.exec(text) ?? [];
  const name = inHome(text.replace(/#L\d+(?:-L?\d+)?$/, ''), spec.env.HOME);
  if (name === '') return undefined;
  const path = resolve(session.cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !(stat.isFile() || stat.isDirectory())) return undefined;
  const offset = Number(from);
  const limit = to === undefined ? undefined : Math.max(Number(to) - offset + 1, 1);
  return { path, isFolder: stat.isDirectory(), lines: from === undefined ? undefined : { offset, limit } };
}

const callOf = ({ path, isFolder, lines }: Mention): { readonly role: ToolRole; readonly input: object } =>
  isFolder
    ? { role: 'finds-files', input: { pattern: '*', path } }
    : { role: 'reads-files', input: { file_path: path, ...lines } };

/** A call that no event tells and no journal keeps: it is part of the prompt. Nobody is asked about it. */
function call(run: RunState, name: string, input: object): Promise<SettledCall> {
  const quiet = { asker: () => undefined, emit: () => {}, journal: undefined, turn: async () => {} };
  return runToolCall({ id: `mention_${randomUUID()}`, name, input }, { ...run.calls(), signal: run.signal, ...quiet });
}

function resultOf(run: RunState, { block }: SettledCall, name: string): readonly Block[] {
  const { content } = redactValue(block, redactor(run.spec.secrets));
  return typeof content === 'string'
    ? [reminder(modelText.mentionResult(name, content))]
    : [reminder(modelText.mentionResult(name, '')), ...(content as readonly Block[])];
}
