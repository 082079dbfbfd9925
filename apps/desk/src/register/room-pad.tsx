import { useState } from 'preact/hooks';
import { t } from '../texts/texts.js';

const RECENT = 'desk-places';
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '⌫'];

/** Places of the last finds on this device, newest first. */
function recent(): string[] {
  return JSON.parse(localStorage.getItem(RECENT) ?? '[]') as string[];
}

export function remember(place: string): void {
  localStorage.setItem(RECENT, JSON.stringify([place, ...recent().filter((one) => one !== place)].slice(0, 6)));
}

/** Where it was: the number of a room by large keys, a place of before, or a public area. */
export function RoomPad({ place, choose }: { place: string; choose: (place: string) => void }) {
  const [digits, setDigits] = useState('');
  const room = (next: string) => {
    setDigits(next);
    choose(next ? t('register.room', { number: next }) : '');
  };
  const areas = [t('area.lobby'), t('area.restaurant'), t('area.bar'), t('area.spa'), t('area.gym'), t('area.parking')];
  const offered = [...new Set([...recent(), ...areas])].slice(0, 8);
  return (
    <>
      <output class="place">{place || t('register.noPlace')}</output>
      <div class="pad">
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={key === '⌫' ? t('register.back') : key}
            onClick={() => room(key === '⌫' ? digits.slice(0, -1) : (digits + key).slice(0, 6))}
          >
            {key}
          </button>
        ))}
      </div>
      <div class="chips">
        {offered.map((one) => (
          <button
            key={one}
            type="button"
            class={place === one ? 'chip chosen' : 'chip'}
            aria-pressed={place === one}
            onClick={() => {
              setDigits('');
              choose(one);
            }}
          >
            {one}
          </button>
        ))}
      </div>
    </>
  );
}
