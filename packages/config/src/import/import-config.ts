import { basename } from 'node:path';
import type { MapNode, Place } from '../document/node.js';
import { errors } from '../errors.js';
import { invalid } from '../load/invalid.js';
import { readDocument } from '../read/read-document.js';
import { Report } from '../report.js';
import { Draft } from './draft.js';
import { fromContinue } from './from-continue.js';
import { fromDockerAgent } from './from-docker-agent.js';
import { fromGoose } from './from-goose.js';
import { FORMATS, type Format, recognise } from './recognise.js';
import { lossLine, writeDraft } from './write-draft.js';

export interface ImportOptions {
  /** Absolute. YAML or JSON. */
  readonly file: string;
  /** How it is called where it is named. Default: its last part. */
  readonly shown?: string | undefined;
  /** Default: what its content says. */
  readonly from?: Format | undefined;
}

export interface Imported {
  readonly from: Format;
  /** Of an agent.config.yaml that passes `loadout check` where the plugins are installed. */
  readonly text: string;
  /** One line for each part that has no counterpart, with its place. The text has them as comments. */
  readonly losses: readonly string[];
}

const READERS: Readonly<Record<Format, (document: MapNode, draft: Draft) => void>> = {
  'docker-agent': fromDockerAgent,
  goose: fromGoose,
  continue: fromContinue,
};

/** Makes a configuration of another tool's file. Contract: throws CONFIG_INVALID for one that is no YAML or JSON, IMPORT_UNKNOWN. */
export async function importConfig({ file, shown = basename(file), from }: ImportOptions): Promise<Imported> {
  const report = new Report();
  const place: Place = { file, line: 1, column: 1, length: 1, layer: 'project' };
  const document = await readDocument(file, { report, place });
  if (document === undefined || report.failed) throw invalid(report, file);
  const format = from ?? recognise(document);
  if (format === undefined) throw errors.IMPORT_UNKNOWN({ file: shown, formats: FORMATS });
  const draft = new Draft();
  READERS[format](document, draft);
  return {
    from: format,
    text: await writeDraft(draft, { from: format, file: shown }),
    losses: draft.losses.map((loss) => lossLine(loss, shown)),
  };
}
