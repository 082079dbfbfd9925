import { t } from '../texts/texts.js';
import { Button } from './button.js';

/** Turns the pages of a list; nothing where there is only one. */
export function Pages({ page, hasMore, turn }: { page: number; hasMore: boolean; turn: (page: number) => void }) {
  if (page === 1 && !hasMore) return null;
  return (
    <p class="pages">
      <Button disabled={page === 1} onClick={() => turn(page - 1)}>
        {t('find.previous')}
      </Button>
      <Button disabled={!hasMore} onClick={() => turn(page + 1)}>
        {t('find.next')}
      </Button>
    </p>
  );
}

/** Shows what a list has left out for being long; nothing where that is nothing. */
export function MoreButton({ count, show }: { count: number; show: () => void }) {
  return count > 0 ? <Button onClick={show}>{t('today.more', { count })}</Button> : null;
}
