import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { type ItemRecord, listMyFinds, updateMyFind } from '#client';
import { Page } from '../parts/page.js';
import { Thumbnail } from '../parts/photo.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { ago } from '../texts/format.js';
import { t } from '../texts/texts.js';

/** The view of a Limited Sub-User: own finds of the last day, which can be mended for an hour. */
export function MyFinds() {
  const { data, error, refetch } = useQuery({ queryKey: ['my-finds'], queryFn: () => ask(listMyFinds({ client })) });
  return (
    <Page title={t('finds.title')}>
      <Trouble error={error} />
      {data?.items.length === 0 && <p class="empty">{t('finds.none')}</p>}
      <ul class="rows">
        {data?.items.map((item) => (
          <Find key={item.ID} item={item} changed={() => void refetch()} />
        ))}
      </ul>
    </Page>
  );
}

function Find({ item, changed }: { item: ItemRecord; changed: () => void }) {
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const body = { item: String(form.get('item')), location: String(form.get('location')) };
    try {
      await ask(updateMyFind({ client, path: { itemID: item.ID }, body }));
      setOpen(false);
      changed();
    } catch (cause) {
      setError(cause);
    }
  }
  return (
    <li class="row stacked">
      <span class="what">
        <Thumbnail item={item} />
        <strong>{item.item}</strong>
        <span class="facts">
          {t('item.number', { id: item.ID })} · {item.location} · {ago(item.createdAt)}
        </span>
      </span>
      {open ? (
        <form class="inline" onSubmit={submit}>
          <Trouble error={error} />
          <input name="item" aria-label={t('fact.item')} defaultValue={item.item} required />
          <input name="location" aria-label={t('fact.location')} defaultValue={item.location} required />
          <button type="submit" class="primary">
            {t('item.save')}
          </button>
        </form>
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          {t('item.edit')}
        </button>
      )}
    </li>
  );
}
