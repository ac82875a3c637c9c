/**
 * Writes docs/reference/ and the generated blocks of a guide and of the packages' READMEs from the built code. With `--check`, only reports stale
 * files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { differencesPage } from './docs/agent-sdk-differences.mjs';
import { commandReference } from './docs/commands.mjs';
import { configPage } from './docs/config.mjs';
import { catalogEntry, draft07 } from './docs/draft-07.mjs';
import { doubledCodes, errorsPage } from './docs/errors.mjs';
import { figuresPage } from './docs/figures.mjs';
import { filesOfOtherToolsPage } from './docs/files-of-other-tools.mjs';
import { gitlabTemplate } from './docs/gitlab.mjs';
import { hookPrecedencePage } from './docs/hook-precedence.mjs';
import { hooksPage } from './docs/hooks.mjs';
import { page } from './docs/markdown.mjs';
import { speedPage } from './docs/speed.mjs';
import { subagentCeilingPage } from './docs/subagent-ceiling.mjs';
import { optionsTable, toolsPage, toolsTable } from './docs/tools.mjs';
import { concludeSync, replaceBlock, settleFiles } from './lib/generated.mjs';
import { loadPackages, pluginOf } from './lib/plugins.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';
import { planFiles } from './sync-plan.mjs';

export async function docsFiles(root) {
  const { loaded, failures } = await loadPackages(root);
  const find = (name) => loaded.find(({ json }) => json.name === `@loadout/${name}`)?.module;
  const core = find('core');
  if (core === undefined) return { files: {}, failures };
  const plugins = [];
  for (const one of loaded.filter((found) => pluginOf(found) !== undefined)) plugins.push(await offerOf(one, core));
  const schema = await find('setup')?.editorSchema?.({ test: find('test')?.testSchema() });
  const runner = find('runner');
  const reportSchema = find('test')?.testReportSchema;
  const chatSchema = find('chat')?.settingsSchema;
  const fileTables = find('claude-files')?.FILE_TABLES;
  const cli = find('cli');
  const commands = cli === undefined ? undefined : commandReference(cli);
  const reference = {
    'errors.md': errorsPage(loaded),
    'tools.md': toolsPage(plugins),
    'hooks.md': hooksPage({ events: core.HOOK_EVENTS, manifests: loaded }),
    'hook-precedence.md': await hookPrecedencePage(core),
    ...(runner === undefined ? {} : { 'subagent-ceiling.md': subagentCeilingPage({ core, runner }) }),
    ...(find('sdk') === undefined ? {} : { 'agent-sdk-differences.md': differencesPage() }),
    ...(schema === undefined
      ? {}
      : { 'config.md': configPage(schema), 'agent-config.schema.json': `${JSON.stringify(draft07(schema), null, 1)}\n` }),
    ...(reportSchema === undefined ? {} : { 'test-report.schema.json': `${JSON.stringify(reportSchema, null, 2)}\n` }),
    ...(chatSchema === undefined ? {} : { 'chat-settings.schema.json': `${JSON.stringify(chatSchema, null, 2)}\n` }),
    ...(fileTables === undefined ? {} : { 'files-of-other-tools.md': filesOfOtherToolsPage(fileTables) }),
    ...(commands === undefined ? {} : { 'commands.md': page('Commands', [commands.trim().replace(/^###/gm, '##')]) }),
  };
  const speed = speedOf(root);
  if (speed !== undefined) reference['speed.md'] = speed;
  const pages = Object.entries(reference).map(([name, text]) => [`docs/reference/${name}`, text]);
  const files = {
    ...Object.fromEntries(pages),
    ...(schema === undefined ? {} : await planFiles(root)),
    ...(schema === undefined ? {} : { 'docs/reference/schemastore-entry.json': `${JSON.stringify(catalogEntry, null, 2)}\n` }),
    ...gitlabFiles(root),
    ...figuresPage(root),
    ...readmes(plugins),
    ...commandReadme({ root, commands }),
  };
  return { files, failures: [...failures, ...doubledCodes(loaded)] };
}

/** Pages of docs/reference that are written elsewhere: no static step would say that one is out of date. */
export const strayPages = (root, files) =>
  readdirSync(join(root, 'docs/reference'))
    .map((name) => `docs/reference/${name}`)
    .filter((path) => files[path] === undefined)
    .map((path) => `${path} is written by nothing here. Let scripts/sync-docs.mjs write it, or move it out of docs/reference.`);

function gitlabFiles(root) {
  const action = join(root, 'action.yml');
  return existsSync(action) ? { 'deploy/gitlab.yml': gitlabTemplate(readFileSync(action, 'utf8')) } : {};
}

function speedOf(root) {
  const [ratios, peers] = ['ratios', 'peers'].map((name) => join(root, `bench/${name}.json`));
  if (!existsSync(ratios)) return undefined;
  return speedPage(JSON.parse(readFileSync(ratios, 'utf8')), JSON.parse(readFileSync(peers, 'utf8')));
}

/** The parts of a plugin under its default options. A plugin that requires options is shown without its tools. */
async function offerOf(one, core) {
  const plugin = pluginOf(one);
  const schema = plugin.options === undefined ? undefined : core.compileSchema(plugin.options, one.json.name);
  const parsed = schema === undefined ? { ok: true, value: {} } : await schema.parse({});
  const parts = parsed.ok
    ? await plugin.setup({ options: parsed.value, mount: plugin.name, configDir: one.dir, stateDir: join(one.dir, 'no-state') })
    : {};
  await parts.dispose?.();
  return { ...one, parts, optionsSchema: schema?.json };
}

function readmes(plugins) {
  const files = {};
  for (const offer of plugins) {
    const path = join(offer.dir, 'README.md');
    if (!existsSync(path)) continue;
    const withTools = replaceBlock(readFileSync(path, 'utf8'), { name: 'tools', block: toolsTable(offer) });
    files[`packages/${offer.name}/README.md`] = replaceBlock(withTools, { name: 'options', block: optionsTable(offer) });
  }
  return files;
}

function commandReadme({ root, commands }) {
  const path = 'packages/cli/README.md';
  if (commands === undefined || !existsSync(join(root, path))) return {};
  return { [path]: replaceBlock(readFileSync(join(root, path), 'utf8'), { name: 'commands', block: commands }) };
}

if (isMain(import.meta.url)) {
  const check = process.argv.includes('--check');
  const { files, failures: broken } = await docsFiles(ROOT);
  // A package that is not built writes no page.
  const failures = broken.length > 0 ? broken : strayPages(ROOT, files);
  concludeSync({ stale: settleFiles(files, { root: ROOT, check }), failures, check, repair: 'node scripts/sync-docs.mjs' });
}
