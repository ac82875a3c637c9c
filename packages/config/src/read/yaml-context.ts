import type { LineCounter } from 'yaml';
import type { Place } from '../document/node.js';
import type { Report } from '../document/report.js';

export interface YamlContext {
  readonly file: string;
  readonly report: Report;
  place(span: { counter: LineCounter; offset: number; length: number }): Place;
}
