import { child, isList, isMap, isText, type MapNode, type Node } from '@loadout/config/documents';
import { isCodex } from './from-codex.js';
import { isGemini } from './from-gemini.js';
import { isOpencode } from './from-opencode.js';
import { entriesOf } from './read-fields.js';

export const FORMATS = ['docker-agent', 'goose', 'continue', 'opencode', 'codex', 'gemini', 'copilot'] as const;
export type Format = (typeof FORMATS)[number];

/** Recognises the format of a file by its content. */
export function recognise(document: MapNode): Format | undefined {
  const has = (key: string) => document.entries.has(key);
  const recipe = child(document, 'recipe');
  const agents = [...entriesOf(child(document, 'agents')).values()];
  if (agents.some(({ value }) => isMap(value) && ['instruction', 'toolsets', 'sub_agents'].some((key) => value.entries.has(key))))
    return 'docker-agent';
  // The smallest files have a model for each agent and nothing else. Loadout's own agents have instructions.
  const isBare = (value: Node) => isMap(value) && value.entries.has('model') && !value.entries.has('instructions');
  if (agents.length > 0 && agents.every(({ value }) => isBare(value))) return 'docker-agent';
  if (listsModels(document)) return 'continue';
  if (isOpencode(document)) return 'opencode';
  if (isCodex(document)) return 'codex';
  if (isGemini(document)) return 'gemini';
  // The servers of Copilot and VS Code.
  if (isMap(child(document, 'servers'))) return 'copilot';
  if ((has('title') && (has('instructions') || has('prompt'))) || isMap(recipe)) return 'goose';
  const lists = ['models', 'rules', 'mcpServers', 'prompts', 'context', 'docs'];
  const isBlocks = lists.some((key) => isList(child(document, key)));
  return isText(child(document, 'name')) && isBlocks ? 'continue' : undefined;
}

/** Whether a file lists models as continue does. An older file has no name, and keys that files of other programs have too. */
function listsModels(document: MapNode): boolean {
  const models = child(document, 'models');
  const isModel = (node: Node) => isMap(node) && ['provider', 'model'].every((key) => isText(child(node, key)));
  return isList(models) && models.items.some(isModel);
}
