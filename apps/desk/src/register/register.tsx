import { useRef, useState } from 'preact/hooks';
import type { NewItemRequest } from '#client';
import { useHere } from '../data/here.js';
import { LocationChip } from '../parts/chip.js';
import { textIn } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { Pictogram } from '../parts/pictogram.js';
import { save } from '../queue/queue.js';
import { named, t } from '../texts/texts.js';
import { Camera } from './camera.js';
import { More } from './more.js';
import { ProposedOwner } from './proposed-owner.js';
import { RoomPad, remember } from './room-pad.js';
import { Saved } from './saved.js';
import { THINGS } from './things.js';

/** Housekeeping's view, with one hand: photo, what, where, saved; the rest is optional. It works without the network. */
export function Register() {
  const [photos, setPhotos] = useState<readonly Blob[]>([]);
  const [thing, setThing] = useState<(typeof THINGS)[number] | null>(null);
  const [words, setWords] = useState('');
  const [place, setPlace] = useState('');
  const [owner, setOwner] = useState<NewItemRequest['owner']>();
  const [saved, setSaved] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [locationID, choose] = useHere();
  const item = words.trim() || (thing ? named('thing', thing.name) : '');
  const handling = thing?.handling ?? 'normal';

  if (saved !== null) {
    const next = () => {
      setSaved(null);
      setPhotos([]);
      setThing(null);
      setWords('');
      setOwner(undefined);
    };
    return <Saved item={saved} next={next} />;
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const given = new FormData(form.current!);
    const color = textIn(given, 'color') as NonNullable<NewItemRequest['colors']>[number] | null;
    const known = Object.entries({
      brand: textIn(given, 'brand'),
      hiddenMark: textIn(given, 'hiddenMark'),
      foundBy: textIn(given, 'foundBy'),
      storagePlaceID: Number(textIn(given, 'storagePlaceID')) || null,
      categories: thing && [thing.category],
      colors: color && [color],
      owner,
    }).filter(([, value]) => value);
    const body: NewItemRequest = {
      item,
      location: place.trim(),
      locationID: locationID ?? '',
      foundAt: new Date().toISOString(),
      handling: (textIn(given, 'handling') as NewItemRequest['handling']) ?? handling,
      ...Object.fromEntries(known),
    };
    remember(body.location);
    await save(body, handling === 'document' ? [] : [...photos]);
    setSaved(item);
    scrollTo(0, 0);
  }

  return (
    <Page title={t('register.title')} actions={<LocationChip value={locationID} isNeeded choose={choose} />}>
      <form ref={form} class="register" onSubmit={submit}>
        {handling === 'document' ? <p class="notice">{t('register.noPhoto')}</p> : <Camera photos={photos} set={setPhotos} />}
        <fieldset>
          <legend>{t('register.what')}</legend>
          <div class="things">
            {THINGS.map((one) => (
              <button
                key={one.name}
                type="button"
                aria-pressed={thing === one}
                onClick={() => setThing(thing === one ? null : one)}
              >
                <Pictogram name={one.name} />
                {named('thing', one.name)}
              </button>
            ))}
          </div>
          <input
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
            placeholder={t('register.words')}
            aria-label={t('register.words')}
            maxLength={200}
          />
        </fieldset>
        <fieldset>
          <legend>{t('register.where')}</legend>
          <RoomPad place={place} choose={setPlace} />
        </fieldset>
        <ProposedOwner locationID={locationID} room={place} chosen={owner} choose={setOwner} />
        <More key={locationID} locationID={locationID} handling={handling} />
        <div class="save">
          <button type="submit" class="primary wide" disabled={!item || !place.trim() || !locationID}>
            {t('register.save')}
          </button>
        </div>
      </form>
    </Page>
  );
}
