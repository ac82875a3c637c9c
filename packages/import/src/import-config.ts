import { statSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { invalid, type MapNode, Report, readDocument, readText, startOf } from '@loadout/config/documents';
import { Draft } from './draft.js';
import { errors } from './errors.js';
import { fromCodex } from './from-codex.js';
import { fromContinue } from './from-continue.js';
import { fromCopilot, isCopilotFile } from './from-copilot.js';
import { fromDockerAgent } from './from-docker-agent.js';
import { fromGemini } from './from-gemini.js';
import { fromGoose } from './from-goose.js';
import { fromOpencode } from './from-opencode.js';
import { hideInTexts } from './hide-in-texts.js';
import { leaveOutRefused } from './leave-out-refused.js';
import { readToml } from './read-toml.js';
import { FORMATS, type Format, recognise } from './recognise.js';
import { gainLine, lossLine, writeDraft } from './write-draft.js';

export interface ImportOptions {
  /** Absolute path of a YAML, JSON or TOML file, or of a folder with files of Copilot. */
  readonly file: string;
  /** The name of the file in messages. Default: the last part of its path. */
  readonly shown?: string | undefined;
  /** The format. Default: recognised from the content. */
  readonly from?: Format | undefined;
}

/** A file that belongs to the configuration. */
export interface ImportedFile {
  /** The path from the configuration. */
  readonly path: string;
  readonly text: string;
}

export interface Imported {
  readonly from: Format;
  /** The text of an agent.config.yaml that passes `loadout check` where the plugins are installed. */
  readonly text: string;
  /** Files that the configuration reads, and that have to stand beside it. */
  readonly files: readonly ImportedFile[];
  /** One line for each part that has no counterpart, with its place. The text contains them as comments. */
  readonly losses: readonly string[];
  /** One line for each part of the file that has a place in the configuration. */
  readonly gains: readonly string[];
}

type Reader = (document: MapNode, draft: Draft, report: Report) => void | Promise<void>;

const READERS: Readonly<Record<Exclude<Format, 'copilot'>, Reader>> = {
  'docker-agent': fromDockerAgent,
  goose: fromGoose,
  continue: fromContinue,
  opencode: fromOpencode,
  codex: fromCodex,
  gemini: fromGemini,
};

/**
 * Converts another tool's files to a configuration. Contract: throws CONFIG_INVALID for a file that is not YAML or JSON, or
 * IMPORT_*.
 */
export async function importConfig({ file, shown = basename(file), from }: ImportOptions): Promise<Imported> {
  const report = new Report();
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? file : dirname(file);
  const draft = new Draft(folder);
  const format = await readInto(draft, {
    file,
    shown,
    report,
    from: from ?? (isFolder || isCopilotFile(file) ? 'copilot' : undefined),
  });
  if (report.failed) throw refused(report, file);
  await leaveOutRefused(draft);
  hideInTexts(draft);
  const name = (path: string) => (path === file ? shown : relative(folder, path));
  return {
    from: format,
    text: await writeDraft(draft, { from: format, file: shown, shown: name }),
    files: [...draft.files].map(([path, text]) => ({ path, text })),
    losses: draft.losses.map((loss) => lossLine(loss, name)),
    gains: draft.gains.map((gain) => gainLine(gain, name)),
  };
}

interface Given {
  readonly file: string;
  readonly shown: string;
  readonly report: Report;
  readonly from: Format | undefined;
}

/** Files and folders that only one program has. */
const NAMES: Readonly<Record<string, Format>> = {
  'opencode.json': 'opencode',
  'opencode.jsonc': 'opencode',
  '.codex': 'codex',
  '.gemini': 'gemini',
  '.vscode': 'copilot',
};

async function readInto(draft: Draft, { file, shown, report, from }: Given): Promise<Format> {
  if (from === 'copilot') {
    await fromCopilot(file, draft, report);
    return from;
  }
  const place = startOf(file);
  const document = file.endsWith('.toml') ? await tomlIn(file, { report, place }) : await readDocument(file, { report, place });
  if (document === undefined || report.failed) throw refused(report, file);
  const format = from ?? recognise(document) ?? NAMES[basename(file)] ?? NAMES[basename(dirname(file))];
  if (format === undefined) throw errors.IMPORT_UNKNOWN({ file: shown, formats: FORMATS });
  if (format === 'copilot') await fromCopilot(file, draft, report);
  else {
    draft.sources.push(document);
    await READERS[format](document, draft, report);
  }
  return format;
}

/** The problems of a file that is read only once: it cannot be divided as a configuration can. */
const refused = (report: Report, file: string) => {
  const error = invalid(report, file);
  const problems = error.problems.map((one) => (one.code === 'CONFIG_TOO_LARGE' ? { ...one, fix: SMALLER } : one));
  return Object.assign(error, { problems });
};

const SMALLER =
  'Import a copy that has only the settings that you want to take over, and add the rest to the configuration by hand.';

async function tomlIn(file: string, context: Parameters<typeof readText>[1]): Promise<MapNode | undefined> {
  const text = readText(file, context);
  return text === undefined ? undefined : readToml(text, file);
}
