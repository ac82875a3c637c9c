import { describe, it } from 'vitest';
import { playedCells } from './client-row.js';
import { HTTP_CLIENTS } from './http-clients.js';
import { STDIO_CLIENTS } from './stdio-clients.js';

describe('a door', () => {
  it.each(playedCells([...STDIO_CLIENTS, ...HTTP_CLIENTS]))('holds for $client: $situation', ({ play }) => play());
});
