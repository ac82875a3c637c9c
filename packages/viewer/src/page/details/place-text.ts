import type { Place } from '../../model/trajectory.js';
import { plainLine } from '../text/shown-text.js';

/** A place as editors and terminals write it: `agent.config.yaml:19:7`. */
export const placeText = (place: Place | undefined): string =>
  place === undefined ? '' : `${plainLine(place.file)}:${Number(place.line)}:${Number(place.column)}`;
