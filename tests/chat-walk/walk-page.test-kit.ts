import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/loadout.js';
import type { Job } from './job.test-kit.js';

const FILE = join(root, 'docs/guide/chat-walk.md');

const HEAD = `# A walk through the chat

Each screen on this page was captured in a window of tmux, 100 columns wide and 30 rows high, by a test that types the keys and answers as the
model. The screens are cut to what matters; times, ids and the folder are replaced. The configuration of the walk allows nothing beyond reading,
unless the text says so. How to use the chat: [Chat](chat.md).
`;

/** A screen in which everything that differs from run to run has a fixed value. */
export const steady = (screen: string, { folder }: { readonly folder: string }): string =>
  screen
    .replaceAll(folder, '~/shop')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '3f0c8a52-6d1e-4b7a-9c35-2e8f1a7b4d60')
    .replace(/(agent_|general-purpose )[0-9a-f]{4,12}\b/g, (_, name: string) => `${name}7b4d`)
    .replace(/\b\d[\d,.]* (?:ms|s|min)\b/g, '0.4 s');

const sectionOf = ({ title, text }: Job, screen: string): string => `## ${title}\n\n${text}\n\n\`\`\`\n${screen}\n\`\`\`\n`;

/** The section of a job on the page, as it is in the repository. */
export function writtenScreen({ title }: Job): string {
  const page = readFileSync(FILE, 'utf8');
  const [, section = ''] = page.split(`\n## ${title}\n`);
  return /^```\n([\s\S]*?)\n```$/m.exec(section)?.[1] ?? '';
}

export const pageOf = (screens: readonly (readonly [Job, string])[]): string =>
  `${[HEAD, ...screens.map(([job, screen]) => sectionOf(job, screen))].join('\n')}`;

export const writtenPage = (): string => readFileSync(FILE, 'utf8');
export const writePage = (text: string): void => writeFileSync(FILE, text);
