import { useState } from 'preact/hooks';
import { readSetting, writeSetting } from '../../device/browser.js';
import { Button } from '../../parts/button.js';
import { AREAS, placeMeant, placeText, roomOf } from '../../parts/written.js';
import { t } from '../../texts/texts.js';

const RECENT = 'desk-places';
const MOST_RECENT = 4;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '⌫'];

/** Places of the last finds on this device, newest first. */
function recent(): string[] {
  return (JSON.parse(readSetting(RECENT) ?? '[]') as string[]).map((place) => placeMeant(place));
}

export function remember(place: string): void {
  const places = [place, ...recent().filter((one) => one !== place)];
  writeSetting(RECENT, JSON.stringify(places.slice(0, MOST_RECENT)));
}

/** Where it was: the number of a room by large keys, an earlier place, a public area, or words. @param props.place as it is kept */
export function RoomPad({ place, choose }: { place: string; choose: (place: string) => void }) {
  const [digits, setDigits] = useState('');
  const room = (next: string) => {
    setDigits(next);
    choose(roomOf(next));
  };
  const other = (next: string) => {
    setDigits('');
    choose(next);
  };
  return (
    <>
      <div class="pad">
        {KEYS.map((key) => (
          <Button
            key={key}
            aria-label={key === '⌫' ? t('register.back') : key}
            onClick={() => room(key === '⌫' ? digits.slice(0, -1) : (digits + key).slice(0, 6))}
          >
            {key}
          </Button>
        ))}
      </div>
      <input
        class="place"
        value={placeText(place)}
        onInput={(event) => other(event.currentTarget.value)}
        placeholder={t('register.noPlace')}
        aria-label={t('register.noPlace')}
        maxLength={200}
      />
      <div class="chips">
        {[...new Set([...recent(), ...AREAS])].map((one) => (
          <Button
            key={one}
            class={place === one ? 'chip chosen' : 'chip'}
            aria-pressed={place === one}
            onClick={() => other(one)}
          >
            {placeText(one)}
          </Button>
        ))}
      </div>
    </>
  );
}
