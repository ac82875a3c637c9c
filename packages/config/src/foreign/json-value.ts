import { flatten } from '../document/flatten.js';
import { Report } from '../document/report.js';
import { parseJson } from '../read/parse-json.js';

/**
 * Returns the plain value of a JSON text, which may have comments and trailing commas. An empty text is `null`. Throws an error
 * that names the line and the column.
 */
export function jsonValue(text: string): unknown {
  const report = new Report();
  const node = parseJson(text, { file: 'text', layer: 'flag', report });
  if (node !== undefined) return flatten(node).data;
  const [problem] = report.errors;
  throw new Error(
    `${problem?.message.replace(/\.$/, '')} (line ${problem?.position?.line}, column ${problem?.position?.column})`,
  );
}
