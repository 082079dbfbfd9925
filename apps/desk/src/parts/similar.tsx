import { useQuery } from '@tanstack/preact-query';
import { getItem, listSimilarItems } from '#client';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { t } from '../texts/texts.js';
import { ItemRow } from './rows.js';

/** Items that are probably the same thing, registered twice; renders nothing without any. */
export function Similar({ itemID }: { itemID: number }) {
  const { data = [] } = useQuery({
    queryKey: ['items', 'similar', itemID],
    enabled: may('items.read'),
    async queryFn() {
      const similar = await ask(listSimilarItems({ client, path: { itemID } }));
      return Promise.all(similar.map((one) => ask(getItem({ client, path: { itemID: one.itemID } }))));
    },
  });
  if (data.length === 0) return null;
  return (
    <section>
      <h2>{t('similar.title')}</h2>
      <ul class="rows">
        {data.map((item) => (
          <ItemRow key={item.ID} item={item} />
        ))}
      </ul>
    </section>
  );
}
