import { useQueryClient } from '@tanstack/preact-query';
import { type DisposalsRequest, type ItemRecord, reopenItem } from '#client';
import { shelfPath, useLocations } from '../../data/records.js';
import { useWords } from '../../data/words.js';
import { Button } from '../../parts/button.js';
import { FactList } from '../../parts/facts.js';
import { Page } from '../../parts/page.js';
import { sayTrouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, session } from '../../session/session.js';
import { day } from '../../texts/format.js';
import { named, t } from '../../texts/texts.js';

export interface Disposed {
  method: DisposalsRequest['method'];
  recipient: string | null;
  reference: string | null;
  items: readonly ItemRecord[];
}

/** The certificate, printed and signed when things have gone. They come back as long as it is shown. */
export function Certificate({ method, recipient, reference, items, close }: Disposed & { close: () => void }) {
  const queries = useQueryClient();
  const words = useWords(items[0]?.locationID);
  const now = session.use();
  const locations = useLocations().data ?? [];
  const hotel = locations.find(({ locationID }) => locationID === items[0]?.locationID)?.name;
  async function takeBack() {
    for (const { ID } of items) {
      await ask(reopenItem({ client, path: { itemID: ID }, body: { reason: t('toast.undo', {}, words) } })).catch(sayTrouble);
    }
    await queries.invalidateQueries();
    close();
  }
  return (
    <Page title={t('dispose.certificate')}>
      <p>
        {t('dispose.done', {
          count: items.length,
          method: named('thing', method),
          day: day(new Date().toISOString(), items[0]?.locationID),
        })}
      </p>
      <FactList
        of={[
          [t('find.location'), hotel],
          [t('dispose.recipient'), recipient],
          [t('dispose.reference'), reference],
          [t('dispose.by'), now.kind === 'in' && now.me.user?.username],
        ]}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">{t('dispose.number')}</th>
            <th scope="col">{t('fact.item')}</th>
            <th scope="col">{t('fact.location')}</th>
            <th scope="col">{t('fact.place')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.ID}>
              <td>{item.ID}</td>
              <td>
                <bdi>{item.item}</bdi>
              </td>
              <td>
                <bdi>{item.location}</bdi>
              </td>
              <td>
                <bdi>{shelfPath(item)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="sign-line">{t('dispose.signature')}</p>
      <div class="buttons">
        <Button class="primary" onClick={() => print()}>
          {t('pack.print')}
        </Button>
        <Button onClick={close}>{t('dispose.back')}</Button>
        <Button class="quiet" onClick={takeBack}>
          {t('toast.undo')}
        </Button>
      </div>
    </Page>
  );
}
