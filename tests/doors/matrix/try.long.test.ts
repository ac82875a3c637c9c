import { expect, it } from 'vitest';
import { playedCells } from './client-row.js';
import { HTTP_CLIENTS } from './http-clients.js';
it.each(playedCells(HTTP_CLIENTS))('$client, $situation: the door holds', ({ play }) => play());
