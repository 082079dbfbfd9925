import { t } from '../texts/texts.js';

/** Turns the pages of a list; nothing where there is only one. */
export function Pages({ page, hasMore, turn }: { page: number; hasMore: boolean; turn: (page: number) => void }) {
  if (page === 1 && !hasMore) return null;
  return (
    <p class="pages">
      <button type="button" disabled={page === 1} onClick={() => turn(page - 1)}>
        {t('find.previous')}
      </button>
      <button type="button" disabled={!hasMore} onClick={() => turn(page + 1)}>
        {t('find.next')}
      </button>
    </p>
  );
}
