import { useEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { NewItemRequest } from '#client';
import { useLocations } from '../data/records.js';
import { Similar } from '../item/similar.js';
import { Icon } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { Pictogram } from '../parts/pictogram.js';
import { save, useSentLast, useWaiting } from '../queue/queue.js';
import { session } from '../session/session.js';
import { named, t } from '../texts/texts.js';
import { More } from './more.js';
import { ProposedOwner } from './proposed-owner.js';
import { RoomPad, remember } from './room-pad.js';
import { shrunk } from './shrunk.js';
import { THINGS } from './things.js';

const MOST_PHOTOS = 5;

/** Housekeeping's view, with one hand: photo, what, where, saved; the rest is optional. It works without the network. */
export function Register() {
  const [photos, setPhotos] = useState<Blob[]>([]);
  const [thing, setThing] = useState<(typeof THINGS)[number] | null>(null);
  const [words, setWords] = useState('');
  const [place, setPlace] = useState('');
  const [owner, setOwner] = useState<NewItemRequest['owner']>();
  const [saved, setSaved] = useState<{ item: string; key: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const locationID = useLocationID();
  const item = words.trim() || (thing ? named('thing', thing.name) : '');
  const handling = thing?.handling ?? 'normal';

  if (saved) {
    return (
      <Saved
        item={saved.item}
        next={() => {
          setSaved(null);
          setPhotos([]);
          setThing(null);
          setWords('');
          setOwner(undefined);
        }}
      />
    );
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const given = new FormData(form.current!);
    const text = (name: string) => String(given.get(name) ?? '').trim() || null;
    const body: NewItemRequest = {
      item,
      location: place,
      locationID: locationID ?? '',
      foundAt: new Date().toISOString(),
      handling: (text('handling') as NewItemRequest['handling']) ?? handling,
      ...(thing && { categories: [thing.category] }),
      ...(text('color') && { colors: [text('color')] as NewItemRequest['colors'] }),
      ...(text('brand') && { brand: text('brand') }),
      ...(text('hiddenMark') && { hiddenMark: text('hiddenMark') }),
      ...(text('foundBy') && { foundBy: text('foundBy') }),
      ...(text('storagePlaceID') && { storagePlaceID: Number(text('storagePlaceID')) }),
      ...(owner && { owner }),
    };
    remember(place);
    const key = await save(body, photos);
    setSaved({ item, key });
    scrollTo(0, 0);
  }

  async function add(files: FileList | null) {
    const more = await Promise.all([...(files ?? [])].slice(0, MOST_PHOTOS - photos.length).map(shrunk));
    setPhotos([...photos, ...more]);
  }

  return (
    <Page title={t('register.title')}>
      <form ref={form} class="register" onSubmit={submit}>
        {handling === 'document' ? (
          <p class="notice">{t('register.noPhoto')}</p>
        ) : (
          <Camera
            photos={photos}
            add={(files) => void add(files)}
            remove={(nth) => setPhotos(photos.filter((_, one) => one !== nth))}
          />
        )}
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
        <More locationID={locationID} handling={handling} />
        <button type="submit" class="primary wide save" disabled={!item || !place || !locationID}>
          {t('register.save')}
        </button>
      </form>
    </Page>
  );
}

/** Where the person works; the first of several. Offline it is what was known when they signed in. */
function useLocationID(): string | undefined {
  const now = session.use();
  const listed = useLocations()
    .data?.filter(({ active }) => active)
    .map(({ locationID }) => locationID);
  const own = now.kind === 'in' || now.kind === 'offline' ? now.me.locationAccess.locationIDs : [];
  const chosen = localStorage.getItem('desk-location');
  const known = listed ?? own;
  const found = chosen && (known.length === 0 || known.includes(chosen)) ? chosen : known[0];
  useEffect(() => {
    if (found) localStorage.setItem('desk-location', found);
  }, [found]);
  return found;
}

function Camera(props: { photos: Blob[]; add: (files: FileList | null) => void; remove: (nth: number) => void }) {
  return (
    <div class="camera">
      {props.photos.length < MOST_PHOTOS && (
        <label class="shutter">
          <Icon name="add" />
          <span>{t('register.photo')}</span>
          <input
            type="file"
            accept="image/*"
            capture="environment"
            hidden
            onChange={(event) => props.add(event.currentTarget.files)}
          />
        </label>
      )}
      {props.photos.map((photo, nth) => (
        <Taken key={`${photo.size}-${nth}`} photo={photo} nth={nth} remove={() => props.remove(nth)} />
      ))}
    </div>
  );
}

function Taken({ photo, nth, remove }: { photo: Blob; nth: number; remove: () => void }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return (
    <span class="taken">
      {url && <img src={url} alt={t('photo.nth', { n: nth + 1 })} />}
      <button type="button" class="quiet" aria-label={t('photo.remove')} onClick={remove}>
        <Icon name="close" />
      </button>
    </span>
  );
}

/** After saving: the number as soon as there is one, the label, and the next find. */
function Saved({ item, next }: { item: string; next: () => void }) {
  const waiting = useWaiting();
  const sent = useSentLast();
  const isSent = waiting.length === 0 && sent !== null;
  return (
    <Page title={isSent ? t('register.registered') : t('register.waits')}>
      <div class="saved" role="status">
        <strong class="figure">{isSent ? sent.itemID : '…'}</strong>
        <p>{item}</p>
        {!isSent && <p class="notice">{t('register.waitsText', { count: waiting.length })}</p>}
        <button type="button" class="primary wide" onClick={next}>
          {t('register.next')}
        </button>
        {isSent ? (
          <Link href={`/labels?itemID=${sent.itemID}`}>{t('step.label')}</Link>
        ) : (
          <Link href="/waiting">{t('waiting.title')}</Link>
        )}
      </div>
      {isSent && <Similar itemID={sent.itemID} />}
    </Page>
  );
}
