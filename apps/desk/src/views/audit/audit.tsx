import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { type AuditEntryRecord, listAudit } from '#client';
import { useEveryone } from '../../data/records.js';
import { Field } from '../../parts/field.js';
import { Options } from '../../parts/options.js';
import { Page } from '../../parts/page.js';
import { MoreButton } from '../../parts/pages.js';
import { Row } from '../../parts/row.js';
import { Trouble } from '../../parts/trouble.js';
import { now } from '../../session/clock.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { moment } from '../../texts/format.js';
import { named, t } from '../../texts/texts.js';

type Action = AuditEntryRecord['action'];

const PERIODS = [7, 30, 90, 365];
const DAY = 24 * 60 * 60 * 1000;

/** Acts of newer parts of the service. */
const ACTIONS: readonly Action[] = [
  ...(['sign-in', 'sign-out', 'session.ended', 'second-factor.on', 'second-factor.off', 'password.set'] as const),
  ...(['password.forgotten', 'user.invited', 'user.created', 'user.updated', 'user.disabled', 'user.deleted'] as const),
  ...(['access.granted', 'access.taken', 'token.created', 'token.revoked', 'settings.changed', 'webhooks.changed'] as const),
  ...(['items.exported', 'import.started', 'person.exported', 'person.erased', 'key.rotated'] as const),
];

/** How far a clock that is taken for right may be behind the service's, in ms. */
const SLACK = 5 * 60 * 1000;

/** Entries of a call, calls that are made and entries that are read at most, and entries that are shown at first. */
const [PER_CALL, MOST_CALLS, MOST, FIRST] = [1_000, 40, 5_000, 50];

/** Acts on the service itself, the latest first, for those who answer for the whole Group. */
export function Audit() {
  const [days, setDays] = useState(7);
  const [action, setAction] = useState<Action | null>(null);
  const [userID, setUserID] = useState<number | null>(null);
  const [shown, setShown] = useState(FIRST);
  const { data: everyone = [] } = useEveryone();
  const names = new Map(everyone.map(({ ID, username }) => [ID, username]));
  const { data, error } = useQuery({
    queryKey: ['audit', days, action, userID],
    queryFn: () => latestOf({ from: now().getTime() - days * DAY, to: now().getTime() + SLACK, action, userID }),
  });
  return (
    <Page title={t('audit.title')} wide back>
      <div class="inline">
        <Field label={t('audit.period')}>
          <select onChange={({ currentTarget: { value } }) => setDays(Number(value))}>
            <Options of={PERIODS.map((one) => [one, t('audit.days', { count: one })])} chosen={days} />
          </select>
        </Field>
        <Field label={t('audit.action')}>
          <select onChange={({ currentTarget: { value } }) => setAction((value || null) as Action | null)}>
            <Options of={[[null, '–'], ...ACTIONS.map((one) => [one, named('done', one)] as const)]} chosen={action} />
          </select>
        </Field>
        <Field label={t('audit.person')}>
          <select onChange={({ currentTarget: { value } }) => setUserID(Number(value) || null)}>
            <Options of={[[null, '–'], ...everyone.map(({ ID, username }) => [ID, username] as const)]} chosen={userID} />
          </select>
        </Field>
      </div>
      <Trouble error={error} />
      {data?.entries.length === 0 && <p class="empty">{t('audit.none')}</p>}
      <ul class="rows">
        {data?.entries.slice(0, shown).map((entry) => (
          <Entry key={entry.cursor} entry={entry} names={names} />
        ))}
      </ul>
      {data && <MoreButton count={data.entries.length - shown} show={() => setShown(shown + PER_CALL)} />}
      {data?.isCut && <p class="notice">{t('audit.cut')}</p>}
    </Page>
  );
}

function Entry({ entry, names }: { entry: AuditEntryRecord; names: ReadonlyMap<number, string> }) {
  const { action, at, outcome, user, target, address, details } = entry;
  const isOther = target?.kind === 'user' && target.ID !== user?.ID;
  const who = isOther && `→ ${names.get(target.ID as number) ?? `#${target.ID}`}`;
  const where = target?.kind === 'location' && String(target.ID);
  return (
    <Row
      title={named('done', action)}
      facts={[doer(entry), who, where, typeof details.settings === 'string' && settingName(details.settings)]}
      columns={[address, moment(at)]}
      marks={outcome === 'refused' && <span class="status">{t('audit.refused')}</span>}
    />
  );
}

function doer({ user, token, commandLine }: AuditEntryRecord): string {
  if (user) return user.username || `#${user.ID}`;
  if (token) return token.name ?? t('audit.token');
  return commandLine ? t('audit.onServer') : t('audit.unknown');
}

function settingName(setting: string): string {
  const known: Record<string, () => string> = {
    'guest-settings': () => t('people.guestPage'),
    logo: () => t('setting.logo'),
    shipping: () => t('people.shipping'),
    languages: () => t('people.languages'),
    security: () => t('setting.security'),
    'sign-on': () => t('signIn.sso'),
    retention: () => t('setting.retention'),
    name: () => t('setting.name'),
  };
  return known[setting]?.() ?? setting;
}

/** The question: a time in ms, what and who. */
interface Asked {
  from: number;
  to: number;
  action: Action | null;
  userID: number | null;
}

interface Latest {
  entries: AuditEntryRecord[];
  isCut: boolean;
}

/**
 * The entries of a time, the latest first; of very many the latest ones, and that they are cut. The API gives them oldest first: a
 * time with more of them than a call is halved, so that no flood of refused sign-ins hides what was done behind it.
 */
async function latestOf(asked: Asked, left = { calls: MOST_CALLS, entries: MOST }): Promise<Latest> {
  if (left.calls-- <= 0 || left.entries <= 0) return { entries: [], isCut: true };
  const { from, to, action, userID } = asked;
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const query = { ...times, limit: PER_CALL, ...(action && { action }), ...(userID && { userID }) };
  const page = await ask(listAudit({ client, query }));
  if (!page.hasMore || from === to) {
    left.entries -= page.entries.length;
    return { entries: page.entries.toReversed(), isCut: page.hasMore };
  }
  const half = Math.floor((from + to) / 2);
  const later = await latestOf({ ...asked, from: half + 1 }, left);
  if (later.isCut) return later;
  const earlier = await latestOf({ ...asked, to: half }, left);
  return { entries: [...later.entries, ...earlier.entries], isCut: earlier.isCut };
}
