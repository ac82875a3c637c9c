import type { GateName } from './free.js';
import type { Refinement } from './refinements.js';

/** The values of a key that apply before trust: all, none, these scalars, or those that a gate lets through. */
export type Freedom = boolean | readonly (string | boolean)[] | GateName;

/** A schema as data: what a value must be to be accepted, and nothing about problems. Numbers are places in the list of shapes. */
export type Shape = (
  | { readonly is: 'anything' | 'nothing' | 'boolean' }
  | { readonly is: 'text'; readonly least?: number }
  | { readonly is: 'number'; readonly isWhole?: true; readonly least?: number; readonly above?: number; readonly most?: number }
  | { readonly is: 'one of'; readonly values: readonly (string | number | boolean)[] }
  | { readonly is: 'list'; readonly of: number; readonly least?: number }
  /** `each`: before trust, its names apply, and of its values so much. Absent: as one value. */
  | { readonly is: 'names'; readonly names: number; readonly of: number; readonly each?: Freedom }
  | {
      readonly is: 'map';
      readonly keys: Readonly<Record<string, number>>;
      readonly needed: readonly string[];
      /** The shape of the values of all other keys. Absent: there are none. */
      readonly rest?: number;
      /** The keys that apply before trust, and those that do so for some values. */
      readonly free?: readonly string[];
      readonly when?: Readonly<Record<string, Freedom>>;
    }
  | { readonly is: 'either'; readonly of: readonly number[] }
) & { readonly refined?: readonly Refinement[] };

export interface Shapes {
  readonly list: readonly Shape[];
  readonly documents: Readonly<Record<'configuration' | 'profiles' | 'settings', number>>;
}
