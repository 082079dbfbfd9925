import { useState } from 'preact/hooks';
import type { NewItemRequest } from '#client';
import { useHere } from '../../data/here.js';
import { nameOf } from '../../data/records.js';
import { useWords } from '../../data/words.js';
import { Button } from '../../parts/button.js';
import { LocationChip } from '../../parts/chip.js';
import { Form } from '../../parts/form.js';
import { Page } from '../../parts/page.js';
import { Pictogram } from '../../parts/pictogram.js';
import { ProposedOwner } from '../../parts/proposed-owner.js';
import { THINGS } from '../../parts/things.js';
import { type Entered, placeMeant, placeText } from '../../parts/written.js';
import { save } from '../../queue/queue.js';
import { now } from '../../session/clock.js';
import { say } from '../../texts/say.js';
import { named, t } from '../../texts/texts.js';
import { Camera } from './camera.js';
import { More } from './more.js';
import { RoomPad, remember } from './room-pad.js';
import { Saved } from './saved.js';
import { useValues, type Values } from './values.js';

/** Housekeeping's view, with one hand: photo, what, where, saved; the rest is optional. It works without the network. */
export function Register() {
  const { values, set, clear, key } = useValues();
  const [saved, setSaved] = useState<{ of: string; entered: Entered } | null>(null);
  const [here, choose] = useHere();
  const words = useWords(here);
  // Choices for another Location end with it, also where that was changed elsewhere.
  if (here && here !== values.locationID) set({ locationID: here });
  const thing = THINGS.find(({ name }) => name === values.thing);
  const typed = values.words?.trim();
  const item = typed || (thing ? named('thing', thing.name) : '');
  const handling = values.handling ?? thing?.handling ?? 'normal';
  const place = placeMeant(values.location?.trim() ?? '');
  const photos = values.photos ?? [];

  if (saved !== null) return <Saved {...saved} next={() => setSaved(null)} />;

  async function send() {
    const written = { item: typed || t(`thing.${thing!.name}`, {}, words), location: placeText(place, words) };
    const body = { ...bodyOf(values), ...written, locationID: here ?? '', handling } as NewItemRequest;
    if (thing) body.categories = [thing.category];
    remember(place);
    const isKept = await save(key, { ...body, foundAt: now().toISOString() }, handling === 'document' ? [] : photos);
    if (!isKept) say(t('waiting.unkept'));
    clear();
    setSaved({ of: key, entered: { item, location: placeText(place) } });
    scrollTo(0, 0);
  }

  const told = values.owner?.contactEmail ?? values.owner?.phoneNumber;
  return (
    <Page title={t('register.title')} actions={<LocationChip value={here} isNeeded choose={choose} />}>
      <Form class="register" send={send}>
        {handling === 'document' ? (
          <p class="notice">{t('register.noPhoto')}</p>
        ) : (
          <Camera photos={photos} set={(taken) => set({ photos: taken })} />
        )}
        <fieldset>
          <legend>{t('register.what')}</legend>
          <div class="things">
            {THINGS.map((one) => (
              <Button
                key={one.name}
                aria-pressed={thing === one}
                onClick={() => set({ thing: thing === one ? undefined : one.name })}
              >
                <Pictogram name={one.name} />
                {named('thing', one.name)}
              </Button>
            ))}
          </div>
          <input
            value={values.words ?? ''}
            onInput={(event) => set({ words: event.currentTarget.value })}
            placeholder={t('register.words')}
            aria-label={t('register.words')}
            maxLength={200}
          />
        </fieldset>
        <fieldset>
          <legend>{t('register.where')}</legend>
          <RoomPad place={values.location ?? ''} choose={(location) => set({ location })} />
        </fieldset>
        <ProposedOwner
          locationID={here}
          room={placeText(place)}
          chosen={values.owner}
          choose={(owner, languageID) => set({ owner, languageID })}
        />
        <More locationID={here} values={{ ...values, handling }} set={set} />
        <div class="save">
          {told && <p class="tells">{t('register.tells', { name: nameOf(values.owner as never) || told })}</p>}
          <Button type="submit" class="primary wide" disabled={!item || !place || !here}>
            {t('register.save')}
          </Button>
        </div>
      </Form>
    </Page>
  );
}

/** The optional fields, as far as they were entered. */
function bodyOf({ brand, hiddenMark, foundBy, storagePlaceID, color, owner, languageID }: Values) {
  const texts = Object.entries({ brand, hiddenMark, foundBy }).map(([name, text]) => [name, text?.trim()] as const);
  const others = [
    ['storagePlaceID', Number(storagePlaceID)],
    ['colors', color && [color]],
    ['owner', owner],
    ['languageID', languageID],
  ] as const;
  return Object.fromEntries([...texts, ...others].filter(([, value]) => value));
}
