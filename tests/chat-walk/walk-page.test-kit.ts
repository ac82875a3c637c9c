import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/loadout.js';
import type { Job } from './job.test-kit.js';

const FOLDER = join(root, 'docs/guide/chat-walk');

/** A page of the walk. */
export interface Walk {
  readonly name: string;
  readonly title: string;
  readonly jobs: readonly Job[];
}

const ABOUT = `A test types the keys of each job of [the walk](../chat-walk.md) in a terminal and captures the screen.
`;

const INTRO = `# A walk through the chat

Each screen on these pages was captured in a window of tmux, 100 columns wide and 30 rows high, by a test that types the keys and answers as the
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

/** The section of a job on its page, as it is in the repository. */
export function writtenScreen({ title }: Job, { name }: Walk): string {
  const [, section = ''] = writtenPage(name).split(`\n## ${title}\n`);
  return /^```\n([\s\S]*?)\n```$/m.exec(section)?.[1] ?? '';
}

export const pageOf = (title: string, screens: readonly (readonly [Job, string])[]): string =>
  `${[`# ${title}\n`, ABOUT, ...screens.map(([job, screen]) => sectionOf(job, screen))].join('\n')}`;

/** The page that leads to the others. */
export const firstPageOf = (walks: readonly Walk[]): string => {
  const rows = walks.map(
    ({ name, title, jobs }) => `| [${title}](chat-walk/${name}.md) | ${jobs.map((job) => job.title).join('; ')} |`,
  );
  return `${INTRO}\n${['| Page | Jobs |', '| --- | --- |', ...rows].join('\n')}\n`;
};

const fileOf = (name: string): string => (name === '' ? `${FOLDER}.md` : join(FOLDER, `${name}.md`));
/** The page of the name, or the first page for an empty name. */
export const writtenPage = (name: string): string => readFileSync(fileOf(name), 'utf8');
export const writePage = (name: string, text: string): void => writeFileSync(fileOf(name), text);
