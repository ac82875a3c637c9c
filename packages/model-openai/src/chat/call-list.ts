import { isObject } from '@loadout/core';
import { OpenCall } from './open-call.js';

/** A piece of a call as a server sends it, checked for the types of its fields. */
interface Piece {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly json: string | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * The calls of one message, put together from pieces. Servers disagree about how a piece names its call: a new id begins a new
 * call also on a used index, a piece without an index belongs to the call at its place in the list or to the last one, and a
 * second object behind a whole one is a call of its own.
 */
export class CallList {
  readonly calls: OpenCall[] = [];
  /** The last call of each index, of each id, and of each id at an index: a message may have very many calls. */
  readonly #last = new Map<string, OpenCall>();

  /** Adds the calls of one delta. Returns the number of characters. */
  add(deltas: readonly unknown[]): number {
    let chars = 0;
    for (const [place, delta] of deltas.entries()) {
      if (!isObject(delta)) continue;
      const piece = pieceOf(delta);
      const call = this.#callOf(piece, deltas.length > 1 ? place : undefined);
      if (piece.name !== undefined && call.name === '') call.name = piece.name;
      for (const [name, value] of Object.entries(piece.extra)) {
        chars += name.length + (JSON.stringify(value)?.length ?? 0);
        call.extra[name] = value;
      }
      chars += piece.json?.length ?? 0;
      this.#append(call, piece.json ?? '');
    }
    return chars;
  }

  #append(call: OpenCall, json: string): void {
    let last = call;
    for (let rest = call.add(json); rest !== undefined; rest = last.add(rest)) {
      last = this.#begin(call.index, undefined);
      last.name = call.name;
    }
  }

  #callOf(piece: Piece, place: number | undefined): OpenCall {
    return this.#known(piece, place) ?? this.#begin(piece.index, piece.id);
  }

  #begin(index: number | undefined, id: string | undefined): OpenCall {
    const call = new OpenCall(index, id);
    this.calls.push(call);
    for (const key of keysOf({ index, id })) this.#last.set(key, call);
    return call;
  }

  /** The call that the piece continues; `undefined`: it begins a new one. */
  #known({ index, id, name, json }: Piece, place: number | undefined): OpenCall | undefined {
    const found = index === undefined ? undefined : this.#last.get(`${index}`);
    if (id !== undefined) {
      const same = this.#last.get(index === undefined ? ` ${id}` : `${index} ${id}`);
      if (same !== undefined) return same;
      return found?.id === undefined && found?.isComplete === false && found.json === '' ? found : undefined;
    }
    const target = found ?? (index === undefined ? this.#unnamed(place, name) : undefined);
    // A name at a call that has one begins the next call, unless it only repeats the name of one that is not complete.
    const begins =
      name !== undefined &&
      target !== undefined &&
      target.name !== '' &&
      (target.isComplete || (index === undefined && json !== undefined));
    return begins ? undefined : target;
  }

  #unnamed(place: number | undefined, name: string | undefined): OpenCall | undefined {
    if (name !== undefined || place === undefined) return this.calls.at(-1);
    return this.calls[place] ?? this.calls.at(-1);
  }
}

const keysOf = ({ index, id }: { index: number | undefined; id: string | undefined }): readonly string[] => [
  ...(index === undefined ? [] : [`${index}`]),
  ...(id === undefined ? [] : [` ${id}`, `${index} ${id}`]),
];

const USUAL = new Set(['index', 'id', 'type', 'function', 'name', 'arguments']);

function pieceOf(delta: Readonly<Record<string, unknown>>): Piece {
  const body = isObject(delta.function) ? delta.function : delta;
  const { arguments: json } = body;
  const extra = Object.entries(delta).filter(([name, value]) => !USUAL.has(name) && value !== null && value !== undefined);
  return {
    index: typeof delta.index === 'number' ? delta.index : undefined,
    id: textOf(delta.id),
    name: textOf(body.name),
    json: typeof json === 'string' ? json : isObject(json) ? JSON.stringify(json) : undefined,
    extra: Object.fromEntries(extra),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
