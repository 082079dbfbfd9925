import type { ComponentChildren } from 'preact';
import { Link, useRoute } from 'wouter-preact';
import { useHere } from '../data/here.js';
import { useGuestSettings, useLocations } from '../data/records.js';
import { useWords } from '../data/words.js';
import { Icon } from '../parts/icon.js';
import { pictureAt } from '../parts/photo.js';
import { useDeeds, useIsKept, useOthers, useRemoved, useWaiting } from '../queue/state.js';
import { now, useClock } from '../session/clock.js';
import { moment } from '../texts/format.js';
import { t } from '../texts/texts.js';
import { Account } from './account.js';
import type { DeskRoute } from './routes.js';
import { Help, useShortcuts } from './shortcuts.js';

/** How long sending takes where nothing hinders it, in ms. */
const JUST_NOW = 20_000;

/** The navigation, at the side on a desktop and below on a phone, and the view in it. */
export function Frame(props: { routes: readonly DeskRoute[]; offline: boolean; children: ComponentChildren }) {
  const help = useShortcuts(props.routes);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        {t('frame.skip')}
      </a>
      <nav aria-label={t('frame.navigation')}>
        <Hotel />
        {props.routes.map(({ path, nav }) => nav && <NavLink key={path} path={path} {...nav} />)}
        <Account routes={props.routes.filter(({ nav }) => nav?.atDesk)} help={() => help.current?.showModal()} />
      </nav>
      <div class="view">
        {props.offline && (
          <p class="notice" role="status">
            {t('offline.notice')}
          </p>
        )}
        <Waiting />
        {props.children}
      </div>
      <Help dialog={help} routes={props.routes} />
    </div>
  );
}

/** The logo of the hotel where the person works, or its name. */
function Hotel() {
  const [here] = useHere();
  // They are there when something is written down, with the network or without.
  useWords(here);
  const settings = useGuestSettings(here).data;
  const known = useLocations().data?.find(({ locationID }) => locationID === here);
  const name = settings?.displayName ?? known?.name ?? t('frame.name');
  return (
    <p class="hotel">
      <img src={settings?.logo ? pictureAt(settings.logo) : '/desk/icon.svg'} alt="" />
      {name}
    </p>
  );
}

/** Tells what waits on this device, unless it is just being sent, and that its clock is wrong. */
function Waiting() {
  const [isHere] = useRoute('/waiting');
  const finds = useWaiting().filter(({ refused, savedAt }) => refused || isLate(savedAt));
  const deeds = useDeeds().filter(({ refused, at }) => refused || isLate(at));
  const others = useOthers();
  const gone = useRemoved();
  const isKept = useIsKept();
  const clock = useClock();
  const lines = [
    finds.length + others > 0 && t('waiting.text', { count: finds.length + others }),
    deeds.length > 0 && t('deed.text', { count: deeds.length }),
    !isKept && finds.length + deeds.length > 0 && t('waiting.unkept'),
    gone > 0 && t('waiting.removed', { count: gone }),
  ].filter((line) => line !== false);
  return (
    <>
      {!isHere && lines.length > 0 && (
        <p class="notice" role="status">
          <Link href="/waiting">{lines.join(' ')}</Link>
        </p>
      )}
      {clock !== null && clock !== 0 && (
        <p class="notice" role="status">
          {t('clock.wrong', { time: moment(now().toISOString()) })}
        </p>
      )}
    </>
  );
}

const isLate = (at: string) => now().getTime() - Date.parse(at) > JUST_NOW;

function NavLink({ path, text, icon, atDesk, shortcut }: { path: string } & NonNullable<DeskRoute['nav']>) {
  const [isHere] = useRoute(path === '/' ? '/' : `${path}/*?`);
  return (
    <Link
      href={path}
      aria-current={isHere ? 'page' : undefined}
      aria-keyshortcuts={shortcut}
      data-key={shortcut}
      class={atDesk ? 'at-desk' : ''}
    >
      <Icon name={icon} />
      <span>{t(text)}</span>
    </Link>
  );
}
