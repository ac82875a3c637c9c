import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { printableJson } from '@loadout/command';
import { messageOf, nearest } from '@loadout/core';
import { errors } from '../errors.js';
import type { TestReport } from '../runs/test-report.js';
import { ctrfReport } from './ctrf-report.js';
import { githubReporter } from './github-reporter.js';
import { junitXml } from './junit-xml.js';
import { PrettyReporter } from './pretty-reporter.js';
import { redactedReport } from './redacted-report.js';
import type { Reporter, ReporterIo } from './reporter.js';

const REPORTERS = ['pretty', 'json', 'junit', 'ctrf', 'github'] as const;

/** Formats of one document, which goes to a file or to standard output. */
const DOCUMENTS: Readonly<Record<string, (report: TestReport) => string>> = {
  json: (report) => `${printableJson(report, 2)}\n`,
  junit: junitXml,
  ctrf: (report) => `${printableJson(ctrfReport(report), 2)}\n`,
};

/**
 * Returns the reporter of a flag: `pretty`, `json`, `junit=FILE`, `ctrf=FILE` or `github`. A document without a file is printed.
 * Throws USAGE_FLAG_CHOICE or USAGE_FLAG_NO_VALUE.
 */
export function reporterOf(given: string, io: ReporterIo): Reporter {
  const [, name = '', file] = /^([^=]*)(?:=([\s\S]*))?$/.exec(given) ?? [];
  const format = Object.hasOwn(DOCUMENTS, name) ? DOCUMENTS[name] : undefined;
  if (format !== undefined) return redacting(documentReporter(format, { file, io }), io);
  if (name !== 'pretty' && name !== 'github') {
    const problem = { flag: '--reporter', value: given, nearest: nearest(name, REPORTERS), choices: CHOICES };
    throw errors.USAGE_FLAG_CHOICE(problem);
  }
  if (file !== undefined) throw errors.USAGE_FLAG_NO_VALUE({ flag: `--reporter ${name}`, value: file });
  return redacting(name === 'pretty' ? new PrettyReporter(io) : githubReporter(io), io);
}

const CHOICES = ['pretty', 'json', 'json=FILE', 'junit=FILE', 'ctrf=FILE', 'github'];

function documentReporter(
  format: (report: TestReport) => string,
  { file, io }: { readonly file: string | undefined; readonly io: ReporterIo },
): Reporter {
  if (file === '') throw errors.USAGE_FLAG_VALUE({ label: '--reporter NAME=FILE' });
  return {
    end: (report) => {
      if (file === undefined) io.out(format(report));
      else writeReport(resolve(io.cwd, file), format(report));
    },
  };
}

/** Writes a report that others may read, such as the next step of a build. */
function writeReport(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw errors.REPORT_NOT_WRITTEN({ file, problem: messageOf(error) }, { cause: error });
  }
}

function redacting(reporter: Reporter, { redact }: ReporterIo): Reporter {
  if (redact === undefined) return reporter;
  return {
    start: (total) => reporter.start?.(total),
    result: (result) => reporter.result?.(result),
    end: (report) => reporter.end(redactedReport(report, redact)),
  };
}
