import { checkAgents } from '../check/check-agents.js';
import { type CheckContext, permissionsIn, tell } from '../check/check-context.js';
import { checkHooks } from '../check/check-hooks.js';
import { checkMcpServers } from '../check/check-mcp-servers.js';
import { checkModels } from '../check/check-models.js';
import { checkMounts } from '../check/check-mounts.js';
import { checkReferences } from '../check/check-references.js';
import { checkRules } from '../check/check-rules.js';
import { checkScriptTools } from '../check/check-script-tools.js';
import { checkSubagents } from '../check/check-subagents.js';
import { checkTools } from '../check/check-tools.js';
import { isOffered, type OfferedTools, offeredTools } from '../check/offered-tools.js';
import type { Flat } from '../document/flatten.js';
import { errors } from '../errors.js';
import { type ConfigDocument, documents } from '../schema/config-schema.js';
import { checkNames } from '../validate/names.js';
import { fitting, prune } from '../validate/prune.js';
import { validate } from '../validate/validate.js';

export interface Checked {
  readonly document: ConfigDocument;
  readonly texts: ReadonlyMap<string, string>;
  readonly toolNames: (name: string) => string;
  /** The options that the schemas of plugins and providers mark as secrets. */
  readonly secretOptions?: readonly string[] | undefined;
}

/** Checks a filled-in document: its shape, then its references. */
export async function checkDocument(
  flat: Flat,
  context: Omit<CheckContext, 'document' | 'flat'> & { isComplete: boolean },
): Promise<Checked> {
  const schema = documents.configuration;
  const wrong = validate(flat, { schema, ...context });
  checkProfiles(flat, context);
  checkNames(flat, context.report);
  const fits = wrong === undefined ? flat.data : fitting(prune(flat.data, wrong), schema);
  const document = fits as unknown as ConfigDocument;
  // A missing file may declare names. The checks must not report a missing name at every place that uses it.
  if (!context.isComplete) return { document, texts: new Map(), toolNames: (name) => name };
  const check: CheckContext = { ...context, document, flat };
  const plugins = await checkMounts('plugins', check);
  const providers = await checkMounts('providers', check);
  const offered = offeredTools(plugins, Object.keys(document.mcpServers ?? {}), Object.keys(document.tools ?? {}));
  await checkModels(check);
  checkReferences(check);
  checkTools(check, offered);
  const rules = { ...check, offered };
  for (const { lists, path } of permissionsIn(document)) await checkRules(lists, path, rules);
  checkHooks(check, plugins, offered);
  checkMcpServers(check);
  await checkScriptTools(check, plugins);
  checkSubagents(check, offered);
  const texts = checkAgents(check);
  checkHasAgents(check);
  const secretOptions = [...plugins, ...providers].flatMap(({ secrets = [] }) => secrets);
  return { document, texts, toolNames: (name) => spelled(name, offered), secretOptions };
}

/** Checks the profiles. Profiles are not filled in before one is chosen, so a value with `${…}` may have any type. */
function checkProfiles(flat: Flat, context: Pick<CheckContext, 'report' | 'failed'>): void {
  if (typeof flat.data !== 'object' || flat.data === null || !('profiles' in flat.data)) return;
  const ignore = (value: unknown) => typeof value === 'string' && value.includes('${');
  validate(flat, { schema: documents.profiles, base: ['profiles'], ignore, ...context });
}

function checkHasAgents(context: CheckContext): void {
  const { document, report } = context;
  if (Object.keys(document.agents ?? {}).length === 0 && !report.failed)
    tell(errors.CONFIG_NO_AGENTS({}), ['agents'], { ...context, at: 'key', isWarning: true });
}

function spelled(name: string, offered: OfferedTools): string {
  if (isOffered(name, offered)) return name;
  return [...offered.names].find((tool) => tool.toLowerCase() === name.toLowerCase()) ?? name;
}
