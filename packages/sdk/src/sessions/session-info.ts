import { defined } from '@loadout/node';
import type { SDKSessionInfo } from '../types/sessions.js';
import { type ArchiveMark, isArchived } from './archived.js';
import type { Ends } from './file-ends.js';
import { firstPromptOf } from './first-prompt.js';
import { cwdOf, firstText, lastText, linesWith } from './scan-lines.js';

export interface InfoContext {
  readonly project?: string | undefined;
  readonly mark?: ArchiveMark | undefined;
}

/** The listing entry from a session's first and last part. `undefined` for a session of an agent, and for an empty one. */
export function infoOf(sessionId: string, ends: Ends, { project, mark }: InfoContext = {}): SDKSessionInfo | undefined {
  const { head, tail, bytes, modified } = ends;
  const [first = ''] = head.split('\n', 1);
  if (/"isSidechain":\s*true/.test(first)) return undefined;
  const customTitle =
    anyOf([tail, head], (text) => lastText(text, 'customTitle', 'custom-title')) ??
    anyOf([tail, head], (text) => lastText(text, 'aiTitle', 'ai-title'));
  const firstPrompt = firstPromptOf(linesWith(head, ['"user"']));
  const summary = customTitle ?? (lastText(tail, 'lastPrompt') || lastText(tail, 'summary') || firstPrompt || attached(head));
  if (summary === undefined) return undefined;
  const createdAt = Date.parse(firstText(head, 'timestamp') ?? '');
  const archived = isArchived(mark, ends);
  return defined({
    sessionId,
    summary,
    lastModified: modified,
    fileSize: bytes,
    customTitle,
    firstPrompt,
    gitBranch: lastText(tail, 'gitBranch') ?? firstText(head, 'gitBranch'),
    cwd: cwdOf(ends) ?? project,
    tag: lastText(tail, 'tag', 'tag') || undefined,
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
    archived,
  });
}

function anyOf(texts: readonly string[], find: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = find(text);
    if (found) return found;
  }
  return undefined;
}

/** The title for a prompt that consists only of attachments. */
function attached(head: string): string | undefined {
  for (const line of linesWith(head, ['"user"'])) {
    const text = JSON.stringify(line.message ?? '');
    if (text.includes('"type":"image"')) return 'Image';
    if (text.includes('"type":"document"')) return 'Document';
  }
  return undefined;
}
