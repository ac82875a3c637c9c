import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../viewer/pages.test-kit.js';
import { serveSite } from './site.test-kit.js';

/** Questions of new users, and the page that answers each. */
const QUESTIONS: readonly (readonly [question: string, page: string])[] = [
  ['how do I install it', 'guide/getting-started'],
  ['run without an API key', 'guide/getting-started'],
  ['which exit codes does the command have', 'guide/getting-started'],
  ['what is the difference between ask and deny', 'guide/permissions'],
  ['allow npm test without asking', 'guide/permissions/commands'],
  ['bypassPermissions', 'guide/permissions'],
  ['permission mode acceptEdits', 'guide/permissions'],
  ['sandbox bubblewrap', 'guide/permissions/sandbox'],
  ['it asks too often', 'guide/be-asked-less'],
  ['why does it say not trusted', 'guide/trust-and-lock'],
  ['where do I put my secrets', 'guide/trust-and-lock/secrets'],
  ['loadout.lock', 'guide/trust-and-lock'],
  ['PreToolUse hook', 'guide/hooks'],
  ['block a command with a hook', 'guide/hooks'],
  ['add an MCP server', 'guide/mcp'],
  ['serve my agent over MCP', 'guide/mcp'],
  ['MCP registry', 'guide/mcp-registry'],
  ['continue after a crash', 'guide/sessions-and-resume'],
  ['undo file changes rewind', 'guide/sessions-and-resume/rewind'],
  ['compact a long conversation', 'guide/sessions-and-resume'],
  ['start a subagent in the background', 'guide/subagents'],
  ['SKILL.md', 'guide/skills'],
  ['limit the cost per day', 'guide/cost'],
  ['how many dollars did a run cost', 'guide/cost'],
  ['use ollama', 'guide/providers/ollama'],
  ['Amazon Bedrock', 'guide/providers/bedrock'],
  ['OpenRouter key', 'guide/providers/openrouter'],
  ['which provider', 'guide/providers/'],
  ['context window of a model', 'guide/models'],
  ['CLAUDE.md and AGENTS.md', 'guide/other-tools'],
  ['import goose recipe', 'guide/other-tools/import'],
  ['Claude Agent SDK program', 'guide/claude-agent-sdk'],
  ['LangChain Mastra AI SDK tools', 'guide/other-toolkits'],
  ['write a tool in TypeScript', 'guide/write-a-tool'],
  ['publish a plugin to npm', 'guide/write-a-plugin'],
  ['shell script as a tool', 'guide/script-tools'],
  ['test my agent in CI', 'guide/ci'],
  ['run tests of an agent in YAML', 'guide/test-an-agent'],
  ['Zed editor', 'guide/acp'],
  ['OpenTelemetry traces', 'guide/telemetry'],
  ['approve from another machine', 'guide/many-machines'],
  ['start runs over HTTP', 'guide/serve-http'],
  ['vim keys in the chat', 'guide/chat'],
  ['TOOL_INPUT_INVALID', 'reference/errors'],
  ['structured output schema', 'examples/06-structured-output'],
];

it('has forty questions or more', () => expect(QUESTIONS.length).toBeGreaterThanOrEqual(40));

it('a search lists the page that answers a question among its first eight results', async () => {
  const site = await serveSite();
  const { page, troubles } = await openPage(site);
  await page.getByRole('button', { name: 'Search' }).first().click();
  const missed: string[] = [];
  for (const [question, answer] of QUESTIONS) {
    const found = await pagesFound(page, question);
    if (!found.slice(0, 8).includes(`/${answer}`)) missed.push(`${question}: ${answer} is not among ${found.join(' ')}`);
  }
  expect(missed).toEqual([]);
  expect(troubles).toEqual([]);
});

it('a search that finds nothing says so', async () => {
  const { page } = await openPage(await serveSite());
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.locator('#localsearch-input').fill('zzqqxxwwvv');
  await page.getByText('No results for').waitFor();
});

/** The pages of the results, each as the path without the place in it. The marks of an earlier search are gone when they come. */
async function pagesFound(page: Page, question: string): Promise<readonly string[]> {
  const box = page.locator('#localsearch-input');
  await box.fill('zzqqxxwwvv');
  await page.getByText('No results for').waitFor();
  await box.fill(question);
  await page.locator('#localsearch-list a').first().waitFor();
  const hrefs = (await page.evaluate(
    "[...document.querySelectorAll('#localsearch-list a')].map((one) => one.pathname)",
  )) as string[];
  return hrefs.map((href) => href.replace(/(?:index)?\.html$/, ''));
}
