import type { Refinement } from './refinements.js';

/** A schema as data: what a value must be to be accepted, and nothing about problems. Numbers are places in the list of shapes. */
export type Shape = (
  | { readonly is: 'anything' | 'nothing' | 'boolean' }
  | { readonly is: 'text'; readonly least?: number }
  | { readonly is: 'number'; readonly isWhole?: true; readonly least?: number; readonly above?: number; readonly most?: number }
  | { readonly is: 'one of'; readonly values: readonly (string | number | boolean)[] }
  | { readonly is: 'list'; readonly of: number; readonly least?: number }
  | { readonly is: 'names'; readonly names: number; readonly of: number }
  | {
      readonly is: 'map';
      readonly keys: Readonly<Record<string, number>>;
      readonly needed: readonly string[];
      /** The shape of the values of all other keys. Absent: there are none. */
      readonly rest?: number;
    }
  | { readonly is: 'either'; readonly of: readonly number[] }
) & { readonly refined?: readonly Refinement[] };

export interface Shapes {
  readonly list: readonly Shape[];
  readonly documents: Readonly<Record<'configuration' | 'profiles' | 'settings', number>>;
}
