import { useLocation } from 'wouter-preact';
import { newKey } from '../device/browser.js';
import type { Deed } from '../queue/database.js';
import { keepDeed, retryDeed, undo } from '../queue/queue.js';
import { useDeeds, useHindrance, useIsKept, useUnderWay } from '../queue/state.js';
import { now } from '../session/clock.js';
import { writeDraft } from '../session/drafts.js';
import { isOffline, Problem } from '../session/problem.js';
import { session } from '../session/session.js';
import { moment } from '../texts/format.js';
import { say, UNDO } from '../texts/say.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { Changes } from './changes.js';
import { problemText } from './trouble.js';

/** A deed of a person, without what is known by itself. */
type Done = {
  [Kind in Deed['kind']]: Omit<Extract<Deed, { kind: Kind }>, 'key' | 'callKey' | 'userID' | 'at' | 'due'>;
}[Deed['kind']];

function wordsOf(deed: Pick<Deed, 'kind'> & { body?: { to: string } }): string {
  if (deed.kind === 'hand-over') return t('deed.handOver', { to: deed.body!.to });
  return deed.kind === 'not-found' ? t('request.notFound') : t('photo.removed');
}

/** The deeds with an *Undo* that is shown above every view. */
const said = new Set<string>();

/** Does what the API can not take back: it is kept on the device at once, and sent when nobody has undone it for ten seconds. */
export async function doFinally(done: Done, key = newKey()): Promise<void> {
  const seen = session.get();
  const userID = seen.kind === 'in' || seen.kind === 'offline' ? seen.me.user!.ID : 0;
  const deed = { ...done, key, callKey: key, userID, at: now().toISOString(), due: Date.now() + UNDO } as Deed;
  const isKept = await keepDeed(deed);
  said.add(key);
  say(`${done.title}${t('colon')} ${wordsOf(done)}. ${isKept ? t('deed.soon') : t('waiting.unkept')}`, () => undo(key));
}

/** The deeds of this person on a record that are not recorded yet. */
export const useDeedsOf = (kinds: readonly Deed['kind'][], id: number): readonly Deed[] =>
  useDeeds().filter((deed) => kinds.includes(deed.kind) && deed.id === id);

/** Something that was done and is not recorded yet: why, and what can be done. */
export function WaitingDeed({ deed }: { deed: Deed }) {
  const isUnderWay = useUnderWay() === deed.key;
  const { refused } = deed;
  const [, go] = useLocation();
  /** Opens the form again, with all that was entered and the signature. */
  async function change() {
    if (deed.kind !== 'hand-over') return;
    const path = `/items/${deed.id}/hand-over`;
    const { to, identification, markMatched, note, signature } = deed.body;
    const entered = { to, identification, mark: markMatched ?? '', note, signature };
    const values = Object.entries(entered).map(([name, value]) => [name, [String(value ?? '')]]);
    writeDraft(`/desk${path} hand-over`, Object.fromEntries(values));
    await undo(deed.key);
    go(path);
  }
  return (
    <div class="notice" role="status">
      <p>
        <strong>
          <bdi>{deed.title}</bdi>: {wordsOf(deed)}
        </strong>{' '}
        · {moment(deed.at)}
      </p>
      <p>{refused ? t('deed.refused', { why: problemText(refused.code) }) : <State deed={deed} />}</p>
      {refused?.meanwhile && <Changes of={refused.meanwhile} />}
      <div class="buttons">
        {refused && (
          <Button class="primary" onClick={() => retryDeed(deed.key)}>
            {t('deed.again')}
          </Button>
        )}
        {refused && deed.kind === 'hand-over' && <Button onClick={change}>{t('deed.change')}</Button>}
        {!isUnderWay && !(said.has(deed.key) && deed.due > Date.now()) && (
          <Button onClick={() => (!refused || confirm(t('deed.sure'))) && undo(deed.key)}>
            {refused ? t('deed.drop') : t('toast.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}

function State({ deed }: { deed: Deed }) {
  const hindrance = useHindrance();
  const isKept = useIsKept();
  if (deed.due > Date.now()) return <>{t('deed.soon')}</>;
  return (
    <>
      {isKept ? t('deed.waits') : t('waiting.unkept')} {hinderedBy(hindrance)}
    </>
  );
}

/** The reason that keeps the device from sending, where it is not the network. */
export function hinderedBy(hindrance: unknown): string {
  if (!(hindrance instanceof Problem) || hindrance.code === 'offline') return '';
  return isOffline(hindrance) ? problemText(hindrance.code) : '';
}
