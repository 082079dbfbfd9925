import { type TextKey, t, type Words } from '../texts/texts.js';
import { THINGS } from './things.js';

/** Public areas that most houses have. */
export const AREAS = ['area.lobby', 'area.restaurant', 'area.bar', 'area.spa', 'area.gym', 'area.parking'] as const;

/** A room by its number, as it is kept: `register.room 312`. */
export const roomOf = (number: string): string => (number ? `register.room ${number}` : '');

/**
 * A place in words. Until it is written down, an area and a room are kept by the key of the desk's text, which has them in the language
 * of its reader; all others as they were typed.
 */
export function placeText(place: string, words?: Words): string {
  const [, number] = /^register\.room (.+)$/.exec(place) ?? [];
  if (number) return t('register.room', { number }, words);
  return (AREAS as readonly string[]).includes(place) ? t(place as TextKey, {}, words) : place;
}

/** The place that a text stands for, as it is kept. @param words of the language that it is written in */
export function placeMeant(text: string, words?: Words): string {
  const area = AREAS.find((one) => t(one, {}, words).toLowerCase() === text.toLowerCase());
  if (area) return area;
  const [before, after] = t('register.room', { number: '|' }, words).split('|') as [string, string];
  const isRoom = text.startsWith(before) && text.endsWith(after);
  const number = isRoom ? text.slice(before.length, text.length - after.length) : '';
  return /^\w{1,6}$/.test(number) ? roomOf(number) : text;
}

/** The thing that was found and the place, in words. */
export interface Entered {
  item: string;
  location: string;
}

/**
 * A find that was written down in the language of a Location, in the chosen one where it is a text of the desk: as its finder entered it.
 */
export function asEntered(find: Entered, words: Words): Entered {
  const thing = THINGS.find(({ name }) => t(`thing.${name}`, {}, words) === find.item);
  return { item: thing ? t(`thing.${thing.name}`) : find.item, location: placeText(placeMeant(find.location, words)) };
}
