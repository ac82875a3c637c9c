import { basename, dirname } from 'node:path';
import { invalid, type MapNode, type Place, Report, readDocument } from '@loadout/config/documents';
import { Draft } from './draft.js';
import { errors } from './errors.js';
import { fromContinue } from './from-continue.js';
import { fromDockerAgent } from './from-docker-agent.js';
import { fromGoose } from './from-goose.js';
import { fromOpencode } from './from-opencode.js';
import { leaveOutRefused } from './leave-out-refused.js';
import { FORMATS, type Format, recognise } from './recognise.js';
import { lossLine, writeDraft } from './write-draft.js';

export interface ImportOptions {
  /** Absolute path of a YAML or JSON file. */
  readonly file: string;
  /** The name of the file in messages. Default: the last part of its path. */
  readonly shown?: string | undefined;
  /** The format. Default: recognised from the content. */
  readonly from?: Format | undefined;
}

export interface Imported {
  readonly from: Format;
  /** The text of an agent.config.yaml that passes `loadout check` where the plugins are installed. */
  readonly text: string;
  /** One line for each part that has no counterpart, with its place. The text contains them as comments. */
  readonly losses: readonly string[];
}

const READERS: Readonly<Record<Format, (document: MapNode, draft: Draft) => void>> = {
  'docker-agent': fromDockerAgent,
  goose: fromGoose,
  continue: fromContinue,
  opencode: fromOpencode,
};

/**
 * Converts another tool's file to a configuration. Contract: throws CONFIG_INVALID for a file that is not YAML or JSON, or
 * IMPORT_UNKNOWN.
 */
export async function importConfig({ file, shown = basename(file), from }: ImportOptions): Promise<Imported> {
  const report = new Report();
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  const document = await readDocument(file, { report, place });
  if (document === undefined || report.failed) throw invalid(report, file);
  const format = from ?? recognise(document);
  if (format === undefined) throw errors.IMPORT_UNKNOWN({ file: shown, formats: FORMATS });
  const draft = new Draft(dirname(file));
  READERS[format](document, draft);
  await leaveOutRefused(draft);
  return {
    from: format,
    text: await writeDraft(draft, { from: format, file: shown }),
    losses: draft.losses.map((loss) => lossLine(loss, shown)),
  };
}
