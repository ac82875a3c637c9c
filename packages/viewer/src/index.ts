export { PageOfRun } from './command/page-of-run.js';
export { table as errorTable } from './errors.js';
export { type ExportOptions, exportData } from './export/export-data.js';
export { pageHtml, talkHtml } from './export/page-html.js';
export type { BlockContent, LongText } from './model/content.js';
export type { PageData, RecordingData } from './model/page-data.js';
export type { Recording } from './model/recording.js';
export type {
  AgentNode,
  CallNode,
  Contents,
  Decision,
  FileChange,
  FileChanges,
  Head,
  HookAnswer,
  MarkNode,
  Place,
  PromptNode,
  RuleEntry,
  RunNode,
  Totals,
  Trajectory,
  TreeNode,
  TurnNode,
  TurnUsage,
} from './model/trajectory.js';
export type { Found, LiveEvent, Opened } from './model/wire.js';
export { openFile } from './read/open-file.js';
export { type ServeOptions, serveRecordings, type Viewer } from './server/serve-recordings.js';
