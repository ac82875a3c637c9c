import { basename } from 'node:path';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import type { ConfigError } from './load-options.js';

/** Returns CONFIG_INVALID with everything in the report. */
export function invalid(report: Report, file: string): ConfigError {
  const problems = report.errors;
  const error = errors.CONFIG_INVALID({ count: problems.length, file: basename(file) }, { position: problems[0]?.position });
  return Object.assign(error, { problems });
}
